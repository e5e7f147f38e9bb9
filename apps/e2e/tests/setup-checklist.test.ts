import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('the set-up list leads to the field of a step, marks it once it is saved, and stays hidden on request', async () => {
  const { page } = await openScreen(product, '/admin');
  const list = page.getByRole('region', { name: 'Finish setting up' });
  await list.getByText('0 of 10 done').waitFor();
  await list.getByText('Missing: Email, Phone, WhatsApp number, Address line 1, Address line 2.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await list.getByRole('link', { name: 'Edit the contact details' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.goto(`${product.stack.url}/admin`);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByRole('button', { name: 'Show all 10 steps' }).click();
  await list.getByRole('link', { name: 'Turn it on' }).click();
  await expect(page.getByRole('region', { name: 'Two-step verification' })).toBeFocused();

  const session = await signIn(product.stack.url);
  await session.save('site', 'social', {
    linkedin: 'https://www.linkedin.com/company/mills',
    instagram: '',
    youtube: '',
    x: '',
  });
  await page.goto(`${product.stack.url}/admin`);
  await list.getByText('1 of 10 done').waitFor();
  await list.getByRole('button', { name: 'Show all 10 steps' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Social links' })).toContainText('done');

  const notice = list.getByRole('listitem').filter({ hasText: 'Privacy notice' });
  await expect(notice.getByRole('button')).toHaveCount(0);
  const opened = page.waitForEvent('popup');
  await notice.getByRole('link', { name: 'Read the notice' }).click();
  await (await opened).getByRole('heading', { level: 1 }).waitFor();
  await notice.getByRole('button', { name: 'I have read it' }).click();
  await list.getByText('2 of 10 done').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await list.getByText('1 of 10 done').waitFor();

  await list.getByRole('button', { name: 'Hide this list' }).click();
  await page.reload();
  await page.getByRole('region', { name: 'Needs attention' }).waitFor();
  await expect(list).toHaveCount(0);
});
