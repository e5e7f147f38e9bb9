import type { Page } from '@playwright/test';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPng } from '../support/png.ts';
import { owner } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const readPath = (page: Page) => new URL(page.url()).pathname;

const paletteCode = '**/static/js/palette.*';

/** Delays the code of the palette until the returned function is called. */
async function holdPalette(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(paletteCode, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('the palette finds a sentence of the page and opens its editor, by keyboard alone', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('growth plan assumes');
  const option = page.getByRole('option', { name: /Build the company your growth plan assumes/ }).first();
  await option.waitFor();
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/admin/content' && url.searchParams.get('section') === 'hero');
  await page.locator('[data-item^="hero."] form [data-pointer]:focus').waitFor();
});

test('the palette opens screens and runs actions', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await page.getByRole('combobox').fill('user man');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/users');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dark');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('zxqv');
  await page.getByText('No results.').waitFor();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the palette finds fields, screens and people by name and by synonym', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  const expected = [
    ['faq', 'FAQ CTA'],
    ['video', 'Show a video'],
    ['phone', 'Phone Site settings, Contact details'],
    ['gst', 'GSTIN Site settings, Brand'],
    ['article', 'Articles G A'],
    ['seo', 'SEO and social sharing Site settings'],
    ['blog', 'Articles Insights'],
    ['logo', 'Brand Site settings'],
    ['vimeo', 'Slides'],
    ['passw', 'Account'],
    ['backup', 'Backups'],
    ['s3', 'Backups'],
    ['undo', 'Undo a change'],
    ['undo', 'Releases'],
    ['password', 'Change my password'],
    ['earlier weeks', 'Projects in earlier weeks, Status Services, Sample dashboard: data'],
    ['trash', 'Removed items'],
    ['invite staff', 'Add a user'],
    ['employee', 'Add a person'],
    ['staff', 'Add a person'],
    ['add testimonial', 'Add a testimonial'],
    ['add question', 'Add a growth check question'],
  ] as const;
  for (const [query, name] of expected) {
    await field.fill(query);
    await expect(page.getByRole('option', { name }).first(), query).toBeVisible();
  }
  await field.fill('logo');
  await expect(page.getByRole('option').first()).not.toHaveText(/Logout/);
  await field.fill('zzyzx');
  await page.getByRole('dialog').getByText('No results.', { exact: true }).waitFor();
  await field.fill('owner@');
  await page.getByRole('option', { name: owner.email }).click();
  await page.waitForURL('**/admin/users');
});

test('the palette leads to a list without opening an entry, and begins a new entry in the only form', async () => {
  const { page } = await openScreen(product, '/admin');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await page.keyboard.press('Control+k');
  await field.fill('faq');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeFocused();
  const forms = page.getByRole('main').getByRole('form');
  await expect(forms).toHaveCount(0);
  await page.locator('[data-item^="cta.faq-"]').first().getByRole('button', { name: /^Edit/ }).click();
  await expect(forms).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await field.fill('faq');
  await page.getByRole('option', { name: 'Add an FAQ question CTA, FAQ' }).click();
  await page.getByRole('heading', { name: 'New FAQ question' }).waitFor();
  await expect(forms).toHaveCount(1);
  await page.locator('[data-item="cta.heading"]').getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('heading', { name: 'New FAQ question' }).waitFor({ state: 'detached' });
  await expect(forms).toHaveCount(1);
});

test('the palette opens the form of a field that it finds by a synonym', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('telephone');
  await page
    .getByRole('option', { name: /^Phone/ })
    .first()
    .click();
  await page.locator('[data-item="site.contact"] form [data-pointer="/phone"]:focus').waitFor();
});

test('a question leads to a short answer, and its button to the screen', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('how do I schedule a blog post');
  await expect(page.getByRole('option').first()).toHaveText('Schedule an article');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Schedule an article' });
  await expect(answer).toContainText('choose the time under Schedule');
  expect(await findViolations(page.getByRole('dialog'))).toEqual([]);
  await answer.getByRole('button', { name: 'Back to the results' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer.getByRole('button', { name: 'Go to Articles' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/articles');
});

test('sidebar, palette, window title and heading use the same name for each screen', async () => {
  const { page } = await openScreen(product, '/admin');
  const links = page.getByRole('navigation', { name: 'Admin' }).locator('ul').first().getByRole('link');
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('title') ?? ''));
  const ofSpecification = ['Dashboard', 'Content Management', 'Image Management', 'User Management'];
  expect(names.filter((name) => ofSpecification.includes(name))).toEqual(ofSpecification);
  const headings: (string | null)[] = [];
  for (const name of names) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(name);
    await page.getByRole('option', { name }).first().click();
    await expect.poll(() => page.title()).toBe(`${name} · Threadline`);
    headings.push(await page.getByRole('heading', { level: 1 }).textContent());
  }
  expect(headings).toEqual(names);
});

test('text typed while the palette loads appears in its field and triggers no shortcut', async () => {
  const { page } = await openScreen(product, '/admin');
  const release = await holdPalette(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('user ');
  expect(readPath(page)).toMatch(/^\/admin\/?$/);
  release();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.waitFor();
  await page.keyboard.type('man');
  await expect(field).toHaveValue('user man');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/users');
});

test('Escape closes a palette that is still loading', async () => {
  const { page } = await openScreen(product, '/admin');
  const asked = page.waitForRequest(paletteCode);
  const release = await holdPalette(page);
  await page.keyboard.press('Control+k');
  await asked;
  await page.getByRole('textbox', { name: 'Search or jump to' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  release();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/admin/images');
});

test("the palette's code is fetched when its button is hovered or its first key is pressed", async () => {
  for (const begin of [
    (page: Page) => page.getByRole('button', { name: /^Search or jump to/ }).hover(),
    (page: Page) => page.keyboard.down('Control'),
  ]) {
    const { page } = await openScreen(product, '/admin');
    const asked = page.waitForRequest(paletteCode);
    await begin(page);
    await asked;
    await page.context().close();
  }
});

test('the palette exports data after a confirmation, and uploads, from any screen', async () => {
  const { page } = await openScreen(product, '/admin/users');
  const choose = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(words);
    await page.keyboard.press('Enter');
  };
  const download = page.waitForEvent('download');
  await choose('export data');
  const question = page.getByRole('dialog', { name: 'Export all data?' });
  await question.getByText(/personal data/).waitFor();
  await question.getByRole('button', { name: 'Export everything' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$|\.tar/);
  await page.getByText('The export is being saved.').waitFor();
  expect(readPath(page)).toBe('/admin/users');

  const chooser = page.waitForEvent('filechooser');
  await choose('upload images');
  await (await chooser).setFiles({ name: 'by-palette.png', mimeType: 'image/png', buffer: createPng(320, 200, 90) });
  await page.waitForURL('**/admin/images');
  await page.getByRole('button', { name: 'Details of by-palette.png', exact: true }).waitFor();
});

test('the publish status opens by keyboard, starts at its heading, and restores the focus', async () => {
  const { page } = await openScreen(product, '/admin/users');
  const pill = page.getByRole('button', { name: /^Publishing/ });
  await pill.focus();
  await expect(pill).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Publishing' });
  await details.getByRole('heading').waitFor();
  await expect(pill).toHaveAttribute('aria-expanded', 'true');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-haspopup') === 'dialog');
});

test('a publish status that is opened before the server responds starts at its heading afterwards', async () => {
  const { page } = await openScreen(product, '/admin/users');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/publishing/events', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: /^Publishing/ }).press('Enter');
  await page.getByText('Waiting for the server.').waitFor();
  release();
  await page.getByRole('dialog', { name: 'Publishing' }).getByRole('heading', { level: 2 }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
});

test('search finds text across sections without leaving the content screen', async () => {
  const { page } = await openScreen(product, '/admin/content?section=about');
  await page.getByRole('searchbox', { name: 'Search the content' }).fill('growth plan assumes');
  await page
    .getByText(/^\d+ results?$/)
    .first()
    .waitFor({ state: 'attached' });
  await page
    .getByRole('link', { name: /Build the company your growth plan assumes/ })
    .first()
    .click();
  await page.waitForURL((url) => url.searchParams.get('section') === 'hero' && url.searchParams.has('item'));
  await page
    .getByRole('textbox', { name: /^Headline/ })
    .first()
    .waitFor();
});

test('single keys open screens, except while a text field has the focus', async () => {
  const { page } = await openScreen(product, '/admin');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/admin/images');
  const search = page.getByRole('searchbox', { name: 'Search images' });
  await search.pressSequentially('gr?u');
  expect([await search.inputValue(), readPath(page)]).toEqual(['gr?u', '/admin/images']);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  expect(readPath(page)).toBe('/admin/images');
});

test('J and K move between items, and Enter opens the focused one', async () => {
  const { page } = await openScreen(product, '/admin/content');
  const edit = page.getByRole('main').getByRole('button', { name: /^Edit / });
  await edit.first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const names = await edit.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  await page.keyboard.press('j');
  await expect.poll(() => focused()).toBe(names[0]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => focused()).toBe(names[1]);
  await page.keyboard.press('Enter');
  const field = page.getByRole('main').locator('form').getByRole('textbox').first();
  await field.waitFor();
  const before = await field.inputValue();
  await field.press('ControlOrMeta+End');
  await field.pressSequentially('jk');
  await expect(field).toHaveValue(`${before}jk`);
});
