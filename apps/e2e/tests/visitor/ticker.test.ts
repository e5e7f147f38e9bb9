import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { visit, withMotion } from '../../support/visit.ts';

/** Returns the animation of the ticker, if it has one. */
const movement = (page: Page) =>
  page.locator('.ticker-track').evaluate((track) => {
    const [animation] = track.getAnimations();
    const timing = animation?.effect?.getTiming();
    return animation && { state: animation.playState, duration: timing?.duration, repeats: timing?.iterations };
  });

/** Moves the pointer off the ticker. */
async function leave(page: Page): Promise<void> {
  const { y = 0 } = (await page.locator('.ticker').boundingBox()) ?? {};
  await page.mouse.move(5, y < 400 ? 800 : 5);
}

test('the ticker loops in 30 s and stays paused after its button was pressed', async () => {
  const page = await visit(withMotion);
  expect(await movement(page)).toEqual({ state: 'running', duration: 30_000, repeats: Number.POSITIVE_INFINITY });
  const button = page.locator('.ticker button');
  expect(await button.getAttribute('aria-label')).toBe('Pause the ticker');
  await button.click();
  await leave(page);
  await page.locator('.site-logo').first().focus();
  await expect.poll(() => movement(page)).toMatchObject({ state: 'paused' });
  await expect(button).toHaveAttribute('aria-label', 'Play the ticker');
  await button.click();
  await leave(page);
  await expect.poll(() => movement(page)).toMatchObject({ state: 'running' });
});

test('the ticker pauses under the pointer and while its button has the focus', async () => {
  const page = await visit(withMotion);
  await page.locator('.ticker').hover();
  await expect.poll(() => movement(page)).toMatchObject({ state: 'paused' });
  await leave(page);
  await expect.poll(() => movement(page)).toMatchObject({ state: 'running' });
  await page.locator('.ticker button').focus();
  await expect.poll(() => movement(page)).toMatchObject({ state: 'paused' });
});

test('the ticker loops seamlessly with a copy that is hidden from screen readers', async () => {
  const page = await visit(withMotion);
  const lists = page.locator('.ticker ul');
  const texts = await lists.allTextContents();
  expect(new Set(texts).size).toBe(1);
  expect(texts.length % 2).toBe(0);
  expect(await lists.evaluateAll((all) => all.map((list) => list.ariaHidden))).toEqual([
    null,
    ...texts.slice(1).map(() => 'true'),
  ]);
});

for (const options of [{ reducedMotion: 'reduce' }, { javaScriptEnabled: false }] as const) {
  test(`the ticker is a static list that shows everything: ${JSON.stringify(options)}`, async () => {
    const page = await visit({ ...withMotion, ...options, viewport: { width: 360, height: 800 } });
    expect(await movement(page)).toBe(undefined);
    for (const line of await page.locator('.ticker ul').first().locator('li').all()) {
      // A range such as "24-48 hours" is an element of its own, and stays in the line.
      await expect(line).not.toHaveText(/\n/, { useInnerText: true });
      const box = await line.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    expect(await page.locator('.ticker ul').nth(1).isVisible()).toBe(false);
    // A row must not end with a separator.
    expect(await page.locator('.ticker ul svg').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.ticker button').isVisible()).toBe(false);
  });
}
