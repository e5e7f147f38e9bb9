import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { visit } from '../../support/visit.ts';

const always = 'Mon–Sat, 9:30 am to 6:30 pm IST. Replies within 24-48 hours.';
const openNow = 'Open now until 6:30 pm IST, Mon–Sat. Replies within 24-48 hours.';
const saturday = '2026-11-21T05:00:00Z';
const sunday = '2026-11-22T05:00:00Z';

async function reloadAt(page: Page, time: string): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.reload();
}

const lines = (page: Page) => page.locator('.availability').allTextContents();
const callLinks = (page: Page) =>
  page
    .locator('.menu-extra, .sticky-bar')
    .locator('a[href^="tel:"], a[href^="sms:"]')
    .evaluateAll((links) => links.map((link) => `${link.textContent} ${(link as HTMLAnchorElement).protocol}`));

test('spec §6: in office hours the first view says so, and the call links call', async () => {
  const page = await visit();
  await reloadAt(page, saturday);
  await expect.poll(() => lines(page)).toContain(openNow);
  expect(await callLinks(page)).toEqual(['Call tel:', 'Call tel:']);
});

test('spec §6: outside office hours it names the next ones, and the call links open a message', async () => {
  const page = await visit();
  await reloadAt(page, sunday);
  await expect.poll(() => callLinks(page)).toEqual(['Message us sms:', 'Message us sms:']);
  expect(new Set(await lines(page))).toEqual(new Set([always]));
  const plain = await visit({ javaScriptEnabled: false });
  expect(new Set(await lines(plain))).toEqual(new Set([always]));
  expect(await callLinks(plain)).toEqual(['Call tel:', 'Call tel:']);
});

test('spec §6: an open page follows the clock, through the end of the day and Sunday', async () => {
  const page = await visit({ isClockStopped: true });
  await expect.poll(() => lines(page)).toContain(openNow);
  await page.clock.fastForward('08:30:00');
  await expect.poll(() => callLinks(page)).toEqual(['Message us sms:', 'Message us sms:']);
  expect(new Set(await lines(page))).toEqual(new Set([always]));
  await page.clock.fastForward('39:30:00');
  await expect.poll(() => callLinks(page)).toEqual(['Call tel:', 'Call tel:']);
  expect(new Set(await lines(page))).toEqual(new Set([openNow]));
});

test('the first view does not shift when the office status appears', async () => {
  const page = await visit();
  const places = () =>
    page
      .locator('.slide[data-active] .hero-text > *, .hero-foot')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
  for (const width of [320, 360, 412, 640, 768, 1024, 1280, 1536]) {
    await page.setViewportSize({ width, height: 900 });
    await reloadAt(page, sunday);
    const closed = await places();
    await reloadAt(page, saturday);
    await expect.poll(() => places(), { message: `${width} px` }).toEqual(closed);
  }
});
