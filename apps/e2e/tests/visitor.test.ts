import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const contactRequests = async () => {
  const session = await signIn(stack.url);
  return (await session.call<{ contactRequests: number }>('/api/dashboard')).body.contactRequests;
};

test('the page has one main heading, every section and no broken anchor', async () => {
  const { page, mistakes } = await openPage(browser);
  await page.goto(stack.url);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  const missing = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !document.getElementById(href.slice(1))),
  );
  expect(missing).toEqual([]);
  for (const anchor of [
    'about',
    'services',
    'stats',
    'process',
    'insights',
    'contact',
    'approach',
    'hiring',
    'audit',
    'growth-audit',
    'sample-dashboard',
  ]) {
    expect(await page.locator(`[id="${anchor}"]`).count(), anchor).toBe(1);
  }
  expect(mistakes).toEqual([]);
  await page.context().close();
});

test('a visitor sends a contact request from the dialog', async () => {
  const before = await contactRequests();
  const { page, mistakes } = await openPage(browser);
  await page.goto(stack.url);
  await page
    .getByRole('button', { name: 'START YOUR TRANSFORMATION' })
    .or(page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Company name/).fill('Example Mills');
  await dialog.getByLabel(/Work email/).fill('founder@example.com');
  await dialog.getByRole('button', { name: 'Send enquiry' }).click();
  await page.getByText('Your request has been sent. We will get back to you shortly.').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await contactRequests()).toBe(before + 1);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

test('the slides can be stopped, moved and do not move by themselves for those who prefer less motion', async () => {
  const { page } = await openPage(browser, { reducedMotion: 'reduce' });
  await page.goto(stack.url);
  await page.getByRole('button', { name: /next slide/i }).click();
  await page.getByText('Hire the ten people your next ₹100 crore depends on.').first().waitFor();
  await page.context().close();
});

test('without JavaScript everything can be read and an enquiry still arrives', async () => {
  const before = await contactRequests();
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(stack.url);
  for (const words of ['Hire the ten people', 'Nine services, one plan', '5,000+', 'Results & Growth']) {
    expect(await page.getByText(words).first().isVisible(), words).toBe(true);
  }
  const form = page.locator('form[action*="send-request"]').first();
  await page
    .locator('details:has(form[action*="send-request"]) > summary')
    .first()
    .click()
    .catch(() => undefined);
  await form.getByLabel(/Company name/).fill('Plain Form Mills');
  await form.getByLabel(/Work email/).fill('plain@example.com');
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await page.waitForURL('**/thanks/');
  expect(await contactRequests()).toBe(before + 1);
  await page.context().close();
});

test.each([
  ['light', 360],
  ['dark', 360],
  ['light', 1280],
  ['dark', 1280],
] as const)('the landing page has no accessibility violation (%s, %i px)', async (colorScheme, width) => {
  const { page } = await openPage(browser, { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(stack.url);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.context().close();
});
