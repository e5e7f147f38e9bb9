import type { Page } from '@playwright/test';

/**
 * Waits until all finite animations have ended: colours in transition between schemes are not final, and a new width can
 * start further animations.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    // Checked on every frame: an element that is removed during its animation may never report its end.
    for (await frame(); running().length > 0; await frame());
  });
}
