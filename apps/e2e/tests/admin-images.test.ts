import { findViolations, openScreen, openSignedIn } from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
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

const found = (name: string) => findImage(session, name);

test('an image gets alt text, a focal point by keyboard and tags, and is found by them', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await page.getByText('PNG, JPG, JPEG, WebP, max 10 MB each').waitFor();
  await uploadPicture(page, 'desk.png', 10);
  // The name opens the details like the picture.
  await page.getByRole('button', { name: 'Details of desk.png', exact: true }).getByText('desk.png').click();
  const panel = getDetails(page, 'desk.png');
  const altError = panel.getByText('Describe the image, or mark it as decorative.');
  await expect(altError).toHaveCount(0);
  await panel.getByLabel('Alt text').focus();
  await panel.getByLabel('Alt text').blur();
  await altError.waitFor();
  await panel.getByLabel('Alt text').fill('A desk by the window');
  await panel.getByRole('button', { name: /^Keep in view/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await panel.getByLabel('Tags').fill('banner');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved', { exact: true }).waitFor();
  expect(await found('desk.png')).toMatchObject({ alt: 'A desk by the window', focus: { x: 60, y: 48 } });

  await page.getByRole('button', { name: /^Banner \d/ }).click();
  await page.getByRole('button', { name: 'Details of desk.png', exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search images' }).fill('no such picture');
  await page.getByText('No images found.').waitFor();
});

test('an image that is uploaded twice is recognised and shown', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'twice.png', 20);
  await page.getByRole('button', { name: 'Details of twice.png', exact: true }).waitFor();
  await uploadPicture(page, 'again.png', 20);
  await page.getByText('Already in Image Management as twice.png.').waitFor();
  await page.getByRole('button', { name: /^Show it/ }).click();
  await getDetails(page, 'twice.png').waitFor();
});

test('opening another image asks about unsaved alt text, and the address is copied on plain HTTP too', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'one.png', 110);
  await uploadPicture(page, 'two.png', 120);
  await page.getByRole('button', { name: 'Details of two.png', exact: true }).waitFor();
  await openDetails(page, 'one.png');
  await getDetails(page, 'one.png').getByLabel('Alt text').fill('Typed and not saved');
  await openDetails(page, 'two.png');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(getDetails(page, 'one.png').getByLabel('Alt text')).toHaveValue('Typed and not saved');
  await openDetails(page, 'two.png');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await getDetails(page, 'two.png').waitFor();

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await getDetails(page, 'two.png').getByRole('button', { name: 'Copy URL of two.png' }).click();
  await getDetails(page, 'two.png').getByText('Copied', { exact: true }).waitFor({ state: 'attached' });
});

test('on a phone the details cover the grid, and closing them returns to the image', async () => {
  const { page } = await openSignedIn(product, '/admin/images', { viewport: { width: 360, height: 780 } });
  await uploadPicture(page, 'pocket.png', 45);
  const tile = page.getByRole('button', { name: 'Details of pocket.png', exact: true });
  await tile.click();
  const sheet = page.getByRole('dialog', { name: 'Details of pocket.png' });
  await expect(sheet.getByRole('button', { name: 'Close the details' })).toBeInViewport();
  expect(await runAxe(sheet)).toEqual([]);
  await sheet.getByRole('button', { name: 'Crop and rotate' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop and rotate pocket.png' });
  await expect(crop.getByRole('button', { name: 'Save the crop' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await crop.waitFor({ state: 'detached' });
  await sheet.getByRole('button', { name: 'Crop and rotate' }).focus();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect(tile).toBeFocused();
});

test('a deleted image is restored with one click', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'mistake.png', 30);
  await page.getByRole('button', { name: 'Delete mistake.png', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Are you sure you want to delete this image?').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('mistake.png was moved to the trash.').waitFor();
  // The message stays as long as the focus is in it.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await until('it is gone', async () => (await found('mistake.png')) === undefined);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('mistake.png was restored.').waitFor();
  await page.getByRole('button', { name: 'Details of mistake.png', exact: true }).waitFor();
  expect(await found('mistake.png')).toBeDefined();
});

test('a deleted image is listed under Trash with its expiry, and restored by keyboard', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'regretted.png', 35);
  await page.getByRole('button', { name: 'Details of regretted.png', exact: true }).waitFor();
  const { _id = '' } = (await found('regretted.png')) ?? {};
  await session.call(`/api/upload/image/${_id}`, { method: 'DELETE' });
  await page.reload();
  await page.getByRole('button', { name: /^Trash \d/ }).click();
  const trash = page.getByRole('list', { name: 'Trash' });
  const deleted = trash.getByRole('listitem').filter({ hasText: 'regretted.png' });
  await deleted.getByText(/^Until \d+ \w+ \d{4}, /).waitFor();
  const shown = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0);
  expect(await deleted.locator('img').evaluate(shown)).toBe(true);
  await deleted.getByRole('button', { name: 'Restore regretted.png' }).press('Enter');
  await page.getByText('regretted.png was restored.').waitFor();
  await deleted.waitFor({ state: 'detached' });
  expect(await found('regretted.png')).toBeDefined();
});

test('an image in use is not deleted: its uses are listed and link to their fields', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'in-use.png', 40);
  await page.getByRole('button', { name: 'Details of in-use.png', exact: true }).waitFor();
  const src = (await found('in-use.png'))?.url ?? '';
  const { body } = await session.call<{ content: Record<string, Record<string, { value: object }>> }>('/api/content');
  const [key = '', block] = Object.entries(body.content.about ?? {}).find(([name]) => name.startsWith('block-')) ?? [];
  const picture = { src, alt: 'A plain picture' };
  expect((await session.save('about', key, { ...block?.value, picture })).status).toBe(200);
  await until('visitors see it', async () => (await readPage(product.stack.url)).includes(src.slice(0, -10)));
  await page.reload();
  await page.getByRole('button', { name: 'Delete in-use.png', exact: true }).click();
  await page.getByRole('alert').getByText('in-use.png is used on the site.').waitFor();
  expect(await findViolations(page.getByRole('alert'))).toEqual([]);
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Text with image: / })
    .click();
  await page.waitForURL((url) => url.pathname === '/admin/content' && url.searchParams.get('item') === key);
  expect(await found('in-use.png')).toBeDefined();
});

test('several images are tagged and deleted together; one in use stays, and Undo restores the others', async () => {
  const { page } = await openScreen(product, '/admin/images');
  const names = ['row-1.png', 'row-2.png', 'row-3.png', 'row-4.png'];
  const files = names.map((name, index) => ({
    name,
    mimeType: 'image/png',
    buffer: createPng(320, 200, 140 + index),
  }));
  await page.getByLabel('Images to upload').setInputFiles(files);
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).waitFor();
  const used = await found('row-2.png');
  const value = { heading: 'A row', body: 'Of pictures.', picture: { src: used?.url, alt: 'A plain picture' } };
  expect((await session.save('about', 'block-row', value)).status).toBe(200);

  // The newest image is first; several uploads may arrive in any order.
  await page.getByRole('searchbox', { name: 'Search images' }).fill('row-');
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await page.getByRole('checkbox').first().press('Space');
  await page
    .getByRole('checkbox')
    .last()
    .click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected images' });
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'New tag' }).fill('Shelf');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('“shelf” added to 4 images.').waitFor();

  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 3 images' });
  await question.getByText(/^row-\d\.png is used on the site and stays\. The others move to the trash\./).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('3 images moved to the trash.').waitFor();
  const refusal = page.getByRole('alert').filter({ hasText: '3 images deleted, 1 kept because it is in use.' });
  await refusal.getByRole('link', { name: /^Text with image: / }).waitFor();
  await bar.getByText('1 selected').waitFor();
  expect(await findViolations(page)).toEqual([]);
  // The message covers neither the bar nor the buttons of the last image, however few images there are.
  const undo = page.getByRole('button', { name: 'Undo' });
  const viewport = page.viewportSize();
  for (const [width, height] of [
    [360, 700],
    [768, 640],
    [1440, 620],
  ] as const) {
    await page.setViewportSize({ width, height });
    const last = page.getByRole('button', { name: 'Delete row-2.png' });
    for (const button of [...(await bar.getByRole('button').all()), last, undo]) await button.click({ trial: true });
  }
  if (viewport) await page.setViewportSize(viewport);
  await undo.click();
  await page.getByText('3 images restored.').waitFor();
  for (const name of names) expect(await found(name)).toMatchObject({ tags: ['shelf'] });
  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
});

/** Runs in the page. Returns whether the centre of an element is visible. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}

test('a field accepts a drawing, an upload and a library image, by keyboard alone', async () => {
  const { page } = await openScreen(product, '/admin/images');
  await uploadPicture(page, 'chosen.png', 60);
  await openDetails(page, 'chosen.png');
  await getDetails(page, 'chosen.png').getByLabel('Alt text').fill('A plain wall');
  await getDetails(page, 'chosen.png').getByRole('button', { name: 'Save' }).click();
  await getDetails(page, 'chosen.png').getByText('Saved', { exact: true }).waitFor();
  await page.goto(`${product.stack.url}/admin/content?section=about&item=block-evidence`);
  const open = page.getByRole('button', { name: /^Choose (another|an image): Image$/ });
  const dialog = page.getByRole('dialog', { name: 'Choose an image', exact: true });

  await open.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('tab', { name: 'Your images', selected: true }).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'choose a file' }).evaluate(isInView)).toBe(true);
  await dialog.getByRole('searchbox', { name: 'Search images' }).fill('house');
  await dialog.getByRole('tab', { name: 'Illustrations' }).click();
  const house = dialog.getByRole('button', { name: 'House' });
  await house.waitFor();
  expect(
    await house.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.complete)),
  ).toBe(true);
  expect(await house.locator('img').evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
  expect(await findViolations(dialog)).toEqual([]);
  await house.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('House', { exact: true }).waitFor();
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await dialog.getByRole('tab', { name: 'Your images' }).click();
  await dialog.getByRole('button', { name: /^chosen.png/ }).waitFor();
  const pictures = dialog.getByRole('list').getByRole('button');
  await pictures.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await expect(pictures.first()).toBeFocused();
  await dialog.getByRole('button', { name: /^chosen.png/ }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Alt text: A plain wall').waitFor();

  await open.press('Enter');
  await page
    .getByLabel('Images to upload')
    .setInputFiles({ name: 'in-place.png', mimeType: 'image/png', buffer: createPng(320, 200, 70) });
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('in-place.png', { exact: true }).waitFor();
  await open.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 change, not saved yet').waitFor();
});

test('an upload shows its progress and can be retried on every screen', async () => {
  const { page } = await openScreen(product, '/admin/images');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const address = '**/api/upload/multiple';
  await page.route(address, async (route) => {
    await released;
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Too busy."}' });
  });
  await uploadPicture(page, 'followed.png', 130);
  await page.getByText('followed.png', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'User Management' }).click();
  const strip = page.getByRole('region', { name: 'Uploads' });
  await strip.getByText('Uploading 1 image. You can leave this screen.').waitFor();
  expect(await findViolations(strip)).toEqual([]);
  release();
  await strip.getByText('Too busy.').waitFor();
  await page.unroute(address);
  await strip.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 image was uploaded.').waitFor();
  await strip.waitFor({ state: 'detached' });
  expect(await found('followed.png')).toBeDefined();
});

test('a library that cannot be loaded shows an error with Retry', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.route('**/api/upload/images**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('link', { name: 'Image Management' }).click();
  await page.getByRole('heading', { name: 'The images could not be loaded.' }).waitFor();
  await page.unroute('**/api/upload/images**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .waitFor();
});
