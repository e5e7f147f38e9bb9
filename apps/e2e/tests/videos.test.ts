import { openScreen, publish } from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText } from '../support/rich-text.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const players = /^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//;

test('a video is added by its address, and plays on the page after a press, from its provider only', async () => {
  const { page } = await openScreen(product, '/admin/content?section=insights&item=article-the-friday-page');
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/youtube');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add: video' });
  await form.getByRole('textbox', { name: 'Address' }).fill('https://example.org/film');
  await form.getByRole('textbox', { name: 'Title' }).fill('An audit in four minutes');
  await form.getByRole('button', { name: 'Choose a picture' }).click();
  await page.getByRole('tab', { name: 'Illustrations' }).click();
  const picker = page.getByRole('dialog', { name: /^Choose a picture/ });
  await picker.getByRole('tabpanel').getByRole('button').first().click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form
    .getByText(/^Enter the address of a video on YouTube or Vimeo/)
    .first()
    .waitFor();
  await form.getByRole('textbox', { name: 'Address' }).fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.type('After it');
  await publish(page);

  const { page: visitor } = await openPage(product.browser);
  const asked: string[] = [];
  visitor.on('request', (request) => {
    if (!request.url().startsWith(product.stack.url)) asked.push(request.url());
  });
  await visitor.route(players, (route) => route.fulfill({ contentType: 'text/html', body: 'The player' }));
  const link = visitor.getByRole('link', { name: 'An audit in four minutes · YouTube' });
  await expect(async () => {
    await visitor.goto(`${product.stack.url}/insights/the-friday-page/`);
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await runAxe(visitor.locator('article.prose'))).toEqual([]);
  expect(asked).toEqual([]);
  await link.click();
  await visitor.frameLocator('iframe[title^="An audit"]').getByText('The player').waitFor();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);
});
