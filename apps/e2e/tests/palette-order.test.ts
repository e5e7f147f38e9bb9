import { openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

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
  ] as const;
  for (const [query, name] of firstResults) {
    await field.fill(query);
    await expect(page.getByRole('option').first(), query).toContainText(name);
  }
});
