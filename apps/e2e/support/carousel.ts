import type { Page } from '@playwright/test';
import { runClock, settle, visit, withMotion } from './visit.ts';

/** Spec §9. */
export const intervalMs = 7000;

/** Opens the landing page and waits until its carousel rotates. */
export async function openCarousel(options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ isClockStopped: true, ...withMotion, ...options });
  // The island hydrates three seconds after the page has loaded.
  await runClock(page, 3000);
  await page.locator('astro-island[component-export=HeroCarousel]:not([ssr])').waitFor();
  if (options.reducedMotion !== 'reduce') await page.locator('.hero-foot[data-playing]').waitFor();
  await settle(page);
  const carousel = page.locator('section[aria-roledescription=carousel]');
  return { page, carousel, button: (name: string) => carousel.getByRole('button', { name }) };
}

/** Returns the last focusable element before the carousel. */
export const lastOfHeader = (page: Page) => page.locator('.site-header :is(a, button):visible').last();

/** Returns the number of the active slide, from 1. */
export const getActiveSlide = (page: Page) =>
  page.evaluate(
    () => [...document.querySelectorAll('.slide')].findIndex((slide) => slide.matches('[data-active]')) + 1,
  );
