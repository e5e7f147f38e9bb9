import { getDialogParts } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { visit } from '../../support/visit.ts';

test('a click before the dialog has loaded opens it as soon as possible', async () => {
  const page = await visit();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/contact-dialog*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const opener = page.getByRole('link', { name: 'START YOUR TRANSFORMATION' });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-busy', 'true');
  await opener.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  arrived.resolve();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => opener.getAttribute('aria-busy')).toBe(null);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('an opener whose dialog cannot be loaded is no longer busy and leads to the plain form', async () => {
  const page = await visit();
  await page.route('**/contact-dialog*', (route) => route.abort());
  const opener = page.getByRole('link', { name: 'START YOUR TRANSFORMATION' });
  await opener.click();
  await page.locator('form#enquiry').waitFor();
  expect(await opener.getAttribute('aria-busy')).toBe(null);
});

test('hovering an opener prefetches the dialog', async () => {
  const page = await visit();
  const fetched = page.waitForResponse('**/contact-dialog*.js');
  await page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }).hover();
  await fetched;
  await page.locator('.contact-dialog[data-ready]').waitFor({ state: 'attached' });
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('once the first island is hydrated, opening the dialog needs no further request', async () => {
  const page = await visit();
  await page.locator('.hero').hover();
  const isFetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /contact-dialog.*js$/.test(name)));
  await expect.poll(isFetched).toBe(true);
  await expect.poll(() => page.locator('.contact-dialog').getAttribute('data-ready')).toBe(null);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }).press('Enter');
  await page.getByRole('dialog').waitFor();
});

test('the enquiry link of another page opens the dialog on arrival; without JavaScript it leads to the form', async () => {
  const viewport = { width: 360, height: 780 };
  const page = await visit({ viewport, path: '/careers/' });
  await page.locator('.menu-button').click();
  await page.locator('#site-menu').getByRole('link', { name: 'Enquire' }).click();
  await page.waitForURL('**/#enquiry');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const { company } = getDialogParts(dialog);
  await expect.poll(() => company.evaluate((field) => field === document.activeElement)).toBe(true);
  const plain = await visit({ viewport, path: '/#enquiry', javaScriptEnabled: false });
  await plain.locator('form#enquiry').waitFor();
});
