import type { Page } from '@playwright/test';
import { card, findViolations, openEditor, openScreen as openScreenOf, save, saved } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPage, signIn } from '../support/session.ts';
import { owner, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const openScreen = (path: string) => openScreenOf(product, path);
const content = '**/api/content';

async function reopen(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('content that loads shows a labelled skeleton, and content that cannot be loaded the reason and Retry', async () => {
  const { page } = await openScreen('/admin/content');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(content, async (route) => {
    await released;
    await route.continue();
  });
  await reopen(page);
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
  release();
  await card(page, 'hero.title').waitFor();
  await page.unroute(content);

  await page.route(content, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","message":"No luck."}' }),
  );
  await reopen(page);
  await page.getByRole('alert').getByText('The content could not be loaded.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.unroute(content);
  await page.getByRole('button', { name: 'Try again' }).click();
  await card(page, 'hero.title').waitFor();
});

test('an empty section offers to add the first item', async () => {
  const { page } = await openScreen('/admin/content?section=insights');
  await page.route(content, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, content: { ...body.content, insights: {} } } });
  });
  await reopen(page);
  await page.getByText('No content items found for this section.').waitFor();
  expect(await page.getByRole('tab', { name: /^Insights/ }).textContent()).toContain('0');
  await page.getByRole('main').getByRole('button', { name: 'Add New Content' }).click();
  await page.getByRole('heading', { name: /^New / }).waitFor();
});

test('the form of an entry that another tab begins is in view, below rows that were not painted before', async () => {
  const { page } = await openScreen('/admin/content?section=services');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('banner').getByRole('button', { name: 'Add New Content' }).click();
  await page.getByRole('dialog', { name: 'Add New Content' }).getByRole('searchbox').fill('how you work');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Edit Step' });
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'New step' })).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeInViewport({ ratio: 1 });
});

test('without a connection every list says so, keeps its data, and updates by itself afterwards', async () => {
  const { page } = await openScreen('/admin');
  const lists = [
    ['/admin', page.getByRole('region', { name: 'Counters' })],
    ['/admin/images', page.getByText('Drop images or videos here, paste, or')],
    ['/admin/users', page.getByText(owner.email, { exact: true }).first()],
    ['/admin/releases', page.getByText('The site was published for the first time')],
    ['/admin/enquiries', page.getByText('Messages from the form on your website arrive here.')],
  ] as const;
  const notice = page.getByText('This screen may be out of date.');
  for (const [path, list] of lists) {
    await page.goto(product.stack.url + path);
    await list.waitFor();
    await page.context().setOffline(true);
    await notice.waitFor();
    await list.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
  }
});

test('without a connection editing continues, the number of pending saves is shown, and they are sent by themselves', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.availability');
  await field.fill('Written without a connection');
  await page.context().setOffline(true);
  await save(page);
  await page.getByText(/1 save is stored on this device/).waitFor();
  expect(await page.getByText(/Failed to update content/).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.context().setOffline(false);
  await saved(page);
  await until('visitors see it', async () =>
    (await readPage(product.stack.url)).includes('Written without a connection'),
  );
  await page.getByText(/stored on this device/).waitFor({ state: 'detached' });
});

test('text typed after a pending save is not sent without pressing Save', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.label');
  await field.fill('Pressed Save');
  await page.route('**/api/content/**', (route) => route.abort('connectionrefused'));
  await save(page);
  await page.getByText(/1 save is stored on this device/).waitFor();
  await field.fill('Pressed Save, and typed on');
  await page.getByText(/1 save is stored on this device/).waitFor({ state: 'detached' });
  await page.unroute('**/api/content/**');
  await save(page);
  await saved(page);
  const owner = await signIn(product.stack.url);
  const { body } = await owner.call<{ history: { value: unknown }[] }>('/api/content/hero/label/history');
  expect(body.history.slice(0, 2).map(({ value }) => value)).toEqual([
    'Pressed Save, and typed on',
    'What we help with',
  ]);
});

test('new alt text of an image in use appears on the public page', async () => {
  const owner = await signIn(product.stack.url);
  type Images = { images: { _id: string; url: string; publicId: string }[] };
  const image = await until('the seed has an image', async () => {
    return (await owner.call<Images>('/api/upload/images')).body.images[0];
  });
  type Items = { content: Record<string, Record<string, { value: Record<string, unknown> }>> };
  const { body } = await owner.call<Items>('/api/content');
  const value = body.content.about?.['block-founders']?.value;
  await owner.save('about', 'block-founders', { ...value, picture: { src: image.url, alt: '' } });
  await until('visitors see the picture', async () => (await readPage(product.stack.url)).includes(image.publicId));
  const change = { method: 'PATCH', json: { alt: 'Two people read one plan' } };
  expect((await owner.call(`/api/upload/image/${image._id}`, change)).status).toBe(200);
  await until('visitors get the description', async () =>
    (await readPage(product.stack.url)).includes('alt="Two people read one plan"'),
  );
});

test('the announced number of lines of a headline matches the page', async () => {
  const { page } = await openScreen('/admin/content?item=title');
  const item = card(page, 'hero.title');
  const note = await item.getByText(/lines? on desktop, \d on a phone/).textContent();
  const said = /(\d+) lines? on desktop, (\d+) on a phone/
    .exec(note ?? '')
    ?.slice(1)
    .map(Number);
  await page.goto(product.stack.url);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const linesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.locator('h1').evaluate((heading) => {
      const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight);
      return Math.round(heading.getBoundingClientRect().height / lineHeight);
    });
  };
  expect(said).toEqual([await linesAt(1440), await linesAt(360)]);
});

test("a text that is too long is reported while typing, with the server's message", async () => {
  const { page } = await openScreen('/admin/content?item=title');
  const item = card(page, 'hero.title');
  await item.getByRole('textbox').first().fill('x'.repeat(75));
  await item.getByText('75 of 72, 3 too many').waitFor();
  await save(page);
  const said = await item.getByText('Use at most 72 characters.').first().textContent();
  const owner = await signIn(product.stack.url);
  const reply = await owner.save('hero', 'title', 'x'.repeat(75));
  expect([reply.status, reply.body.message]).toEqual([422, said]);
});

test('on a desktop every tab and the whole bar are in view; on a phone an open editor shows its whole text', async () => {
  const { page } = await openScreen('/admin/content');
  await card(page, 'hero.title').waitFor();
  for (const width of [768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const list = await page.getByRole('tablist', { name: 'Sections' }).boundingBox();
    const right = (list?.x ?? 0) + (list?.width ?? 0);
    for (const tab of await page.getByRole('tab').all()) {
      const box = await tab.boundingBox();
      expect(box && box.x + box.width, `${await tab.textContent()} at ${width}`).toBeLessThanOrEqual(right);
    }
    // The bar ends with its buttons only if the screens' styles override the reset, in any order of files.
    const add = await page.getByRole('banner').getByRole('button', { name: 'Add New Content' }).boundingBox();
    expect(width - (add ? add.x + add.width : 0)).toBeLessThanOrEqual(24);
  }

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('banner').getByRole('button', { name: 'Add New Content' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Content' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  expect((await dialog.boundingBox())?.width).toBe(360);
  expect(await findViolations(dialog)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add New Content' })).toBeFocused();
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  await navigation.waitFor();
  await openEditor(page, 'hero.slide-build');
  await navigation.waitFor({ state: 'hidden' });
  const editor = card(page, 'hero.slide-build');
  await editor
    .getByRole('textbox', { name: 'Headline', exact: true })
    .fill('Words that need far more than one line of a small phone.');
  const cut = await editor
    .getByRole('textbox')
    .evaluateAll(
      (all) =>
        all.filter((field) => field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight + 1)
          .length,
    );
  expect(cut).toBe(0);
  const save = await editor.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  expect(save && save.y + save.height).toBeLessThanOrEqual(780);
});

test('the hint of a list is separate from the label of its first entry', async () => {
  const { page } = await openScreen('/admin/content?section=about&item=block-founders');
  const list = page.getByRole('group', { name: /^Texts in the illustration/ });
  const hint = await list.locator(':scope > p').boundingBox();
  const label = await list.locator('label').first().boundingBox();
  expect((label?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeGreaterThanOrEqual(6);
});
