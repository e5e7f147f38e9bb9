import type { Page } from '@playwright/test';

/**
 * Waits until nothing moves but what never ends. Colours that are on their way to another scheme are not yet what people
 * see, and a new width brings parts that begin to move only when they are there.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    // Looked at anew with every frame: what is taken off the page while it moves may never say that it has finished.
    for (await frame(); running().length > 0; await frame());
  });
}
