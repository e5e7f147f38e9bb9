import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { findImage, getDetails, openDetails, uploadPicture } from '../support/image-library.ts';
import { createPng } from '../support/png.ts';
import { readPage, type Session, signIn } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

let session: Session;

const product = useProduct();
test.beforeAll(async () => {
  session = await signIn(product.stack.url);
});

test('an image is cropped by keyboard at every use, and its file is replaced; both are undone', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'wide.png', 150);
  await openDetails(page, 'wide.png');
  const src = (await findImage(session, 'wide.png'))?.url ?? '';
  const value = { heading: 'A wide picture', body: 'Cropped.', picture: { src, alt: 'A plain picture' } };
  expect((await session.save('about', 'block-wide', value)).status).toBe(200);
  const shows = (url: string) =>
    until(`visitors see ${url}`, async () => (await readPage(product.stack.url)).includes(url));
  await shows(src);

  const panel = getDetails(page, 'wide.png');
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate wide.png' });
  await panel.getByRole('button', { name: 'Crop and rotate' }).click();
  await dialog.getByRole('button', { name: /^Right side/ }).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await dialog.getByText('Result: 304 × 200 pixels').waitFor();
  await dialog.getByText('Square 1:1').click();
  await dialog.getByText('Result: 200 × 200 pixels').waitFor();
  await dialog.getByRole('textbox', { name: 'From the left', exact: true }).fill('100');
  await dialog.getByRole('button', { name: 'Rotate right' }).click();
  await dialog.getByText('Result: 200 × 200 pixels').waitFor();
  expect(await findViolations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save the crop' }).click();
  await page.getByText('wide.png is updated.').waitFor();
  const cropped = await findImage(session, 'wide.png');
  expect(cropped).toMatchObject({ width: 200, height: 200, original: { edit: { rotation: 90, crop: { y: 100 } } } });
  await shows(cropped?.url ?? '');

  // The whole original is shown again.
  await panel.getByRole('button', { name: 'Crop and rotate' }).click();
  const isShown = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth);
  expect(await dialog.locator('img').first().evaluate(isShown)).toBe(320);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(src);
  // The header offers no Undo of the content on this screen.
  await expect(page.locator('header').getByRole('button', { name: /^(?:Undo|Redo)/ })).toHaveCount(0);

  await panel.getByLabel(/^File that replaces/).setInputFiles({
    name: 'newer.png',
    mimeType: 'image/png',
    buffer: createPng(300, 300, 160),
  });
  const question = page.getByRole('dialog', { name: 'Replace wide.png everywhere?' });
  await expect(question).toContainText(/It is used in: .*A wide picture/);
  await question.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('was replaced in all places. The image is now called newer.png.').waitFor();
  const replaced = await findImage(session, 'newer.png');
  await shows(replaced?.url ?? '');
  await getDetails(page, 'newer.png').getByRole('button', { name: 'Restore the previous file' }).click();
  await page.getByText('wide.png is shown again.').waitFor();
  await shows(src);
});
