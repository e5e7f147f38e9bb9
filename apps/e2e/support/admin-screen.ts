import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { signIn } from './session.ts';
import { owner, type Stack } from './stack.ts';

/** Opens a screen of the admin with a session and a browser profile of its own. */
export async function openScreen({ browser, stack }: { browser: Browser; stack: Stack }, path: string, who = owner) {
  const { page, mistakes } = await openPage(browser, { reducedMotion: 'reduce' });
  const { token } = await signIn(stack.url, who);
  await page.goto(`${stack.url}/admin/login`);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(stack.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, mistakes, token };
}

/** The card of a content item, such as `hero.title`. */
export function card(page: Page, item: string): Locator {
  return page.locator(`[data-item="${item}"]`);
}

/** Opens the editor of an item and answers its first field. */
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
export const saved = (page: Page) => page.getByText('Content updated successfully!').waitFor();

/**
 * Accessibility violations on a phone and on a desk, in light and dark: all rules once, and those on colours and sizes in
 * each, for the part that this is about.
 */
export async function violationsOf(page: Page, part: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const isLast = width === 1280 && colorScheme === 'light';
      const { violations } = await (isLast
        ? new AxeBuilder({ page }).exclude('iframe') // the previewed page is a document of its own, tested as such
        : new AxeBuilder({ page }).include(part).withRules(['color-contrast', 'target-size'])
      ).analyze();
      found.push(...violations.map(({ id, nodes }) => `${width} ${colorScheme} ${id}: ${nodes[0]?.html}`));
    }
  }
  return found;
}

/**
 * Colours that are on their way to another scheme are not yet what people see, and a new width brings parts that begin
 * to move only when they are there.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    for (await frame(); running().length > 0; await frame()) {
      await Promise.allSettled(running().map(({ finished }) => finished));
    }
  });
}
