import type { Browser, Locator, Page, ViewportSize } from '@playwright/test';
import { colourRules, runAxe } from './axe.ts';
import { openPage } from './browser.ts';
import { chooseLooks } from './looks.ts';
import { signIn } from './session.ts';
import { owner, type Product } from './stack.ts';

/**
 * A desktop, one step narrower than the width from which the live preview is beside the list: to render it takes as long
 * as the rest of the screen. The tests of the preview and the walk through all screens choose a wider one.
 */
const desktop = { width: 1200, height: 900 };
/** The narrowest desktop with the live preview beside the list. */
export const desktopWithPreview = { width: 1280, height: 900 };

interface Running {
  browser: Browser;
  stack: Product;
}

/** Opens a screen of the admin with its own session and browser context. */
export async function openScreen(running: Running, path: string, who = owner) {
  const opened = await openSignedIn(running, path, { who });
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

/** Opens an admin page like `openScreen`, without waiting for its content. */
export async function openSignedIn(
  { browser, stack }: Running,
  path: string,
  { who = owner, viewport = desktop }: { who?: typeof owner; viewport?: ViewportSize } = {},
) {
  const { token } = await signIn(stack.url, who);
  const origins = [{ origin: stack.url, localStorage: [{ name: 'token', value: token }] }];
  const { page } = await openPage(browser, {
    viewport,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
  });
  await page.goto(stack.url + path);
  return { page, token };
}

/** Returns the card of a content item, such as `hero.title`. */
export function card(page: Page, item: string): Locator {
  return page.locator(`[data-item="${item}"]`);
}

/** Opens the editor of an item and returns its first field. */
export async function openEditor(page: Page, item: string): Promise<Locator> {
  await card(page, item).getByRole('button', { name: /^Edit/ }).click();
  return card(page, item).getByRole('textbox').first();
}

/** Chooses an action in the menu of an entry. */
export async function chooseAction(page: Page, item: string, action: string): Promise<void> {
  await card(page, item)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Opens the menu of the open writer that publishes and schedules. */
export const openPublishMenu = (page: Page) =>
  page.getByRole('button', { name: /^(Publish( now| changes)?|Published|Unlisted)$/ }).click();

/** Publishes the draft in the open writer. A first publication has a step that shows what will be published. */
export async function publish(page: Page): Promise<void> {
  await openPublishMenu(page);
  const entry = page.getByRole('menuitem', { name: /^Publish (now|changes)/ });
  const isFirst = (await entry.textContent())?.startsWith('Publish now');
  await entry.click();
  if (isFirst) await publishStep(page).getByRole('button', { name: 'Publish now' }).click();
}

export const publishStep = (page: Page) => page.getByRole('dialog', { name: /^Publish this/ });

/** Waits until the writer says that visitors see the text. */
export const published = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /(Published|Changes published)\. / })
    .waitFor();

/** Chooses one of the less frequent actions in the open writer. */
export async function chooseMore(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^More for this / }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export const saved = (page: Page) => page.getByText('Content updated successfully!').waitFor();

/** Each width and each scheme once. */
const twoLooks = [
  [360, 'dark'],
  [desktop.width, 'light'],
] as const;
const fourLooks = [
  [360, 'dark'],
  [360, 'light'],
  [1280, 'dark'],
  [1280, 'light'],
] as const;
type Look = (typeof fourLooks | typeof twoLooks)[number];

/** For the walk through all screens and their parts. */
export const walkLooks = chooseLooks<Look>(twoLooks, fourLooks);
/** For a test of one behaviour: its colours are those of the screens that the walk checks. */
const defaultLooks = chooseLooks<Look>(twoLooks.slice(1), twoLooks);

/**
 * Runs axe on a screen or one part of it, in each of the given looks. Rules about names and roles run once per width. The
 * walk checks whole screens; a test of one behaviour checks the part that it has changed.
 */
export async function findViolations(place: Page | Locator, looks: readonly Look[] = defaultLooks) {
  const page = 'goto' in place ? place : place.page();
  const found: string[] = [];
  let widthBefore = 0;
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: desktop.height });
    await page.emulateMedia({ colorScheme });
    const rules = width === widthBefore ? colourRules : undefined;
    widthBefore = width;
    found.push(...(await runAxe(place, rules)).map((line) => `${width} ${colorScheme} ${line}`));
  }
  return found;
}
