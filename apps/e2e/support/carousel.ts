import type { Page } from '@playwright/test';
import { runClock, settle, visit, withMotion } from './visit.ts';

/** Spec §9. */
export const intervalMs = 7000;

/** The landing page at the moment at which its carousel has begun to turn. */
export async function openCarousel(options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ isClockStopped: true, ...withMotion, ...options });
  // Three quiet seconds after the page has loaded, the island wakes up.
  await runClock(page, 3000);
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  if (options.reducedMotion !== 'reduce') await page.locator('.hero-foot[data-playing]').waitFor();
  await settle(page);
  const carousel = page.locator('section[aria-roledescription=carousel]');
  return { page, carousel, button: (name: string) => carousel.getByRole('button', { name }) };
}

/** What the keyboard reaches before the carousel. */
export const lastOfHeader = (page: Page) => page.locator('.site-header :is(a, button):visible').last();

/** Number of the slide that can be seen, from 1. */
export const getActiveSlide = (page: Page) =>
  page.evaluate(
    () => [...document.querySelectorAll('.slide')].findIndex((slide) => slide.matches('[data-active]')) + 1,
  );
