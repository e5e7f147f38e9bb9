import { openScreen } from '../support/admin-screen.ts';
import { draftSaved } from '../support/drafts.ts';
import { expect, test } from '../support/fixtures.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('the palette shows the usual meaning of a query first', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  const expected = [
    ['whatsapp', 'WhatsApp number Site settings, Contact details'],
    ['holiday', 'Holidays Emails, Reply time'],
    ['spam', 'Spam enquiries marked as spam'],
  ] as const;
  for (const [query, name] of expected) {
    await field.fill(query);
    await expect(page.getByRole('option').first(), query).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/enquiries?status=spam');
});

test('the palette finds an article that was never published by its title, and opens it', async () => {
  const { page } = await openScreen(product, '/admin/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Waiting for its day');
  await draftSaved(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.waitForURL('**/admin/articles');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('its day');
  await page.getByRole('option', { name: 'Waiting for its day Draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true }).first()).toHaveValue('Waiting for its day');
});

test('the first result of the palette is the field or screen with the typed words, and help answers questions', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  const firstResults = [
    ['seo title', 'Title Site settings, SEO and social sharing'],
    ['faq', 'FAQ CTA'],
    ['logo', 'Logo Site settings, Brand'],
    ['phone number', 'Phone Site settings, Contact details'],
    ['blog', 'Articles'],
    ['video', 'Image or video, Media type Hero, Slides'],
    ['backup', 'Backups'],
    ['password', 'Account'],
    ['undo', 'Undo a change'],
    ['google analytics', 'Count visitors'],
    ['who gets enquiry emails', 'Who gets enquiry emails Contact details, Email'],
    ['delete service', 'Hide or remove an entry'],
    ['hide service', 'Hide or remove an entry'],
    ['remove slide', 'Hide or remove an entry'],
  ] as const;
  for (const [query, name] of firstResults) {
    await field.fill(query);
    await expect(page.getByRole('option').first(), query).toContainText(name);
  }
  // The section comes with the help.
  await page
    .getByRole('option', { name: /^Slides/ })
    .first()
    .waitFor();
  await field.fill('delete service');
  await page
    .getByRole('option', { name: /^Services/ })
    .first()
    .waitFor();
  await field.fill('who gets enquiry emails');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused();
});
