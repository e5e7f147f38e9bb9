import { desktopWithPreview, openEditor, openSignedIn } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText } from '../support/rich-text.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const article = 'article-the-friday-page';
const editorPath = `/admin/content?section=insights&item=${article}`;

test('beside the text of the full-screen writer a letter is no shortcut', async () => {
  const { page } = await openSignedIn(product, editorPath, { viewport: desktopWithPreview });
  await getText(page).waitFor();
  const blur = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await blur();
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await page.getByRole('button', { name: 'Full screen' }).waitFor();
  // Outside of full screen it is one.
  await blur();
  await page.keyboard.press('u');
  await page.waitForURL(/\/admin\/images/);
});

test('Escape stays in full screen, and closes the draft outside of it; the preview shows what is typed', async () => {
  const { page } = await openSignedIn(product, editorPath, { viewport: desktopWithPreview });
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('Typed in the writer');
  const preview = page.frameLocator('iframe').first();
  await preview.getByText('Typed in the writer').waitFor();
  await page.keyboard.press('Escape');
  await expect(getText(page)).toBeFocused();
  await expect(page.locator('[data-writing]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.locator('[data-writing]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(getText(page)).toHaveText('Typed in the writer');
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).press('Escape');
  await page.locator(`[data-item="insights.${article}"] [data-opens-row]:focus`).waitFor();
  await openEditor(page, `insights.${article}`);
  await expect(getText(page)).toHaveText('Typed in the writer');
});
