import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { call, readPage, type Session, signIn } from '../support/session.ts';
import { owner, type Stack, startStack, until } from '../support/stack.ts';

let stack: Stack;
let browser: Browser;
/** Another editor, at work elsewhere. */
let colleague: Session;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
  colleague = await signIn(stack.url);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Opens a screen with a session of its own. */
async function openScreen(path: string) {
  const { page, mistakes } = await openPage(browser, { reducedMotion: 'reduce' });
  const { token } = await signIn(stack.url);
  await page.goto(`${stack.url}/admin/login`);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(stack.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, mistakes, token };
}

function card(page: Page, item: string): Locator {
  return page.locator(`[data-item="${item}"]`);
}

async function openEditor(page: Page, item: string): Promise<Locator> {
  await card(page, item).getByRole('button', { name: /^Edit/ }).click();
  return card(page, item).getByRole('textbox').first();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) => page.getByText('Content updated successfully!').waitFor();

const shows = (text: string) => until(`visitors see "${text}"`, async () => (await readPage(stack.url)).includes(text));
const hides = (text: string) =>
  until(`visitors do not see "${text}"`, async () => !(await readPage(stack.url)).includes(text));

/**
 * Accessibility violations on a phone and on a desk, in light and dark: all rules once, and those on colours and sizes in
 * each, for the part that this is about.
 */
async function violationsOf(page: Page, part: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const isLast = width === 1280 && colorScheme === 'light';
      const { violations } = await (isLast
        ? new AxeBuilder({ page })
        : new AxeBuilder({ page }).include(part).withRules(['color-contrast', 'target-size'])
      ).analyze();
      found.push(...violations.map(({ id, nodes }) => `${width} ${colorScheme} ${id}: ${nodes[0]?.html}`));
    }
  }
  return found;
}

test('an entry is added, moved, hidden and removed, and visitors see each step', async () => {
  const { page, mistakes } = await openScreen('/admin/content?section=cta');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByLabel('Question', { exact: true }).fill('Who answers a new question?');
  await page.getByLabel('Answer').fill('An editor, in the admin.');
  await save(page);
  await saved(page);
  await shows('Who answers a new question?');

  const item = 'cta.faq-who-answers-a-new-question';
  const choose = async (action: string) => {
    await card(page, item)
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const placeOf = async (text: string) => (await readPage(stack.url)).indexOf(text);
  const [neighbour] = await card(page, item)
    .locator('xpath=preceding-sibling::li[1]')
    .getByRole('heading')
    .allTextContents();
  await choose('Move up');
  await until('visitors see it further up', async () => {
    return (await placeOf('Who answers a new question?')) < (await placeOf(neighbour ?? ''));
  });

  await choose('Hide from the site');
  await hides('Who answers a new question?');
  await choose('Show on the site');
  await shows('Who answers a new question?');

  await choose('Remove');
  await card(page, item).waitFor({ state: 'detached' });
  await hides('Who answers a new question?');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

test('words that are not saved are asked about before the screen is left', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Not saved yet');
  expect(await violationsOf(page, 'form[aria-label^=Edit]')).toEqual([]);
  const leave = () => page.getByRole('link', { name: 'Releases' }).first().click();
  await leave();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual(['/admin/content', 'Not saved yet']);
  await leave();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave, drop the change' }).click();
  await page.waitForURL('**/admin/releases');
  expect(await readPage(stack.url)).not.toContain('Not saved yet');
  await page.context().close();
});

test('a text that could not be sent stays in its form and is saved when the server is back', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Typed while the server was away');
  await page.route('**/api/content/**', (route) => route.abort('connectionrefused'));
  await save(page);
  await page.getByText('Failed to update content. Please try again.').first().waitFor();
  expect(await card(page, 'hero.title').getByRole('textbox').first().inputValue()).toBe(
    'Typed while the server was away',
  );
  await page.getByText(/saved as soon as the server answers/).waitFor();
  await page.unroute('**/api/content/**');
  await saved(page);
  await shows('Typed while the server was away');
  await page.context().close();
});

test('a session that ends while somebody types is begun again over the form, and nothing is lost', async () => {
  const { page, token } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Typed when the session ended');
  await call(`${stack.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  expect(await violationsOf(page, '[role=dialog]')).toEqual([]);
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: /sign in/i }).click();
  await dialog.waitFor({ state: 'detached' });
  await saved(page);
  await shows('Typed when the session ended');
  await page.context().close();
});

test('a screen that does not load reloads the page once, and then says so', async () => {
  const { page } = await openScreen('/admin');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const chunk = '**/static/js/images-screen.*';
  await page.route(chunk, (route) => route.abort());
  await page.goto(`${stack.url}/admin/images`);
  await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
  expect(loads).toBe(2);
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Image Management' }).waitFor();
  await page.context().close();
});

test('logging out leads to the site and ends the session on the server', async () => {
  const { page, token } = await openScreen('/admin');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL(`${stack.url}/`);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const me = await call(`${stack.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(401);
  await page.goto(`${stack.url}/admin/setup`);
  await page.getByRole('heading', { name: 'Set up' }).waitFor();
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.context().close();
});
