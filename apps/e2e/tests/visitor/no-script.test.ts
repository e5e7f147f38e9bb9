import type { Locator, Page } from '@playwright/test';
import { countEnquiries } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { listPages } from '../../support/site-pages.ts';
import { siteUrl, visit } from '../../support/visit.ts';

const anchors = ['contact', 'approach', 'services', 'hiring', 'audit', 'growth-audit', 'sample-dashboard'];

/** Returns the heading of an anchor's target. */
function getHeading(page: Page, anchor: string): Locator {
  return page.locator(`[id="${anchor}"]`).locator(':is(h2, h3)').first();
}

/** Arrives at an anchor by loading the page: without the query, the browser would only scroll. */
async function arriveAt(page: Page, anchor: string): Promise<void> {
  await page.goto(`${siteUrl}/?from=${anchor}#${anchor}`);
}

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
  test(`each anchor is exactly one visible, named element, in view on arrival (${mode})`, async () => {
    const page = await visit({ path: '/robots.txt', javaScriptEnabled });
    for (const anchor of anchors) {
      await arriveAt(page, anchor);
      const target = page.locator(`[id="${anchor}"]`);
      expect(await target.count(), anchor).toBe(1);
      await expect(target, anchor).toBeVisible();
      expect((await getHeading(page, anchor).textContent())?.trim(), anchor).toBeTruthy();
      expect(await page.locator(`a[href="#${anchor}"]`).count(), anchor).toBeGreaterThan(0);
      const edges = () =>
        target.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { isAboveEnd: top < innerHeight, isBelowStart: bottom > 0 };
        });
      await expect.poll(edges, { message: anchor }).toEqual({ isAboveEnd: true, isBelowStart: true });
    }
  });
}

const sections = ['about', 'services', 'stats', 'process', 'insights', 'contact', 'enquiry'];

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 390, height: 800 },
]) {
  test(`without JavaScript a jump to any section lands on its heading (${viewport.width} px)`, async () => {
    const page = await visit({ path: '/robots.txt', javaScriptEnabled: false, viewport });
    for (const anchor of new Set([...sections, ...anchors])) {
      await arriveAt(page, anchor);
      const top = () => page.locator(`[id="${anchor}"]`).evaluate((target) => target.getBoundingClientRect().top);
      await expect.poll(top, { message: anchor }).toBeLessThan(42);
      expect(await top(), anchor).toBeGreaterThan(-2);
      const heading = await getHeading(page, anchor).boundingBox();
      expect((heading?.y ?? 0) + (heading?.height ?? 0), anchor).toBeLessThan(viewport.height);
    }
  });
}

test('without JavaScript every link of the menu lands on its section', async () => {
  const page = await visit({ javaScriptEnabled: false });
  const links = page.locator('.site-header nav a');
  // Spec §2: six anchors.
  expect(await links.count()).toBeGreaterThanOrEqual(6);
  for (const link of await links.all()) {
    const hash = (await link.getAttribute('href')) ?? '';
    await page.goto(`${siteUrl}/`);
    await link.click();
    const top = () => page.locator(hash).evaluate((target) => Math.round(target.getBoundingClientRect().top));
    // Between -1 and 41 px.
    await expect.poll(async () => Math.abs((await top()) - 20), { message: hash }).toBeLessThanOrEqual(21);
  }
});

test('every anchor link and every page of the site resolves', async () => {
  const page = await visit({ javaScriptEnabled: false });
  const pages = await listPages(siteUrl);
  const hrefs = new Set<string>();
  for (const path of pages) {
    await page.goto(siteUrl + path);
    const { links, missing } = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
      const own = all.filter((link) => link.origin === location.origin);
      const here = own.filter((link) => link.hash && link.pathname === location.pathname);
      return {
        links: own.map((link) => link.href),
        missing: here.map((link) => link.hash).filter((hash) => !document.getElementById(hash.slice(1))),
      };
    });
    expect(missing, path).toEqual([]);
    for (const link of links) hrefs.add(link);
  }
  const dead: string[] = [];
  const texts = new Map<string, string>();
  for (const href of hrefs) {
    const { pathname, hash } = new URL(href);
    if (!texts.has(pathname)) {
      const reply = await fetch(siteUrl + pathname);
      texts.set(pathname, reply.ok || pathname === '/no-such-page/' ? await reply.text() : '');
    }
    const text = texts.get(pathname) ?? '';
    if (text === '' || (hash && !text.includes(`id="${hash.slice(1)}"`))) dead.push(href);
  }
  expect(dead).toEqual([]);
});

test('without JavaScript the menu links are in the header, and every page begins on the first screen of a phone', async () => {
  const page = await visit({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  for (const path of ['/', '/thanks/', '/privacy/']) {
    await page.goto(siteUrl + path);
    expect(await page.locator('.site-header nav a').last().isVisible(), path).toBe(true);
    expect((await page.locator('h1').boundingBox())?.y, path).toBeLessThan(400);
  }
});

for (const name of ['privacy', 'terms', 'sitemap', 'careers']) {
  test(`the old address /#${name} redirects to its page`, async () => {
    const page = await visit({ path: `/#${name}` });
    await page.waitForURL(`**/${name}/`);
    const plain = await visit({ path: `/#${name}`, javaScriptEnabled: false });
    const link = plain.locator(`[id="${name}"]`);
    await expect(link).toHaveAttribute('href', `/${name}/`);
  });
}

test('without JavaScript every section is readable, with its final content', async () => {
  const page = await visit({ javaScriptEnabled: false });
  for (const words of [
    'Build the company your growth plan assumes',
    'Hire the ten people',
    'Find out where the work actually gets stuck',
    'Every project, owner and rupee on one screen',
    'Built for the founder’s second act',
    '5,000+',
    'Nine services, one plan',
    'Give each answer its points',
    'Results & Growth',
    'The Friday page',
    'START YOUR TRANSFORMATION',
    'One useful note a month',
  ]) {
    expect(await page.getByText(words).first().isVisible(), words).toBe(true);
  }
  for (const card of await page.locator('.service').all()) expect(await card.isVisible()).toBe(true);
  const question = page.locator('.faq details').last();
  await question.locator('summary').click();
  await expect(question.locator('p').first()).toBeVisible();
});

test('without JavaScript the button leads to a plain form, which ends on a thank-you page', async () => {
  const before = await countEnquiries('Plain Form Mills');
  const page = await visit({ javaScriptEnabled: false });
  await page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }).click();
  const form = page.locator('form#enquiry');
  await expect.poll(() => form.evaluate((element) => element === document.querySelector(':target'))).toBe(true);
  await form.getByLabel(/Company name/).fill('Plain Form Mills');
  await form.getByLabel(/Work email/).fill('plain@example.com');
  await form.getByLabel(/Company size/).selectOption('11-50');
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await page.waitForURL((url) => url.pathname === '/thanks/');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBeTruthy();
  await expect(page.locator('#reference')).toHaveText(/^Your reference: ENQ-[0-9A-Z]+$/);
  expect(await countEnquiries('Plain Form Mills')).toBe(before + 1);
});
