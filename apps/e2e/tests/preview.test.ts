import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../support/browser.ts';
import { call, readPage, type Session, signIn } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

let session: Session;

const product = useProduct();
beforeAll(async () => {
  session = await signIn(product.stack.url);
});

/** The content screen with the preview beside it. */
async function openContent(search: string, { width = 1440 } = {}) {
  const { page, mistakes } = await openPage(product.browser, {
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${product.stack.url}/admin/login`);
  await page.evaluate((value) => localStorage.setItem('token', value), session.token);
  await page.goto(`${product.stack.url}/admin/content?${search}`);
  return { page, mistakes, shown: page.frameLocator('iframe') };
}

const field = (page: Page, item: string, pointer: string) =>
  page.locator(`[data-item="${item}"] form [data-pointer="${pointer}"]`);
const headline = (shown: FrameLocator) => shown.locator('h1.headline');
const isInSight = (page: Page, selector: string) =>
  page
    .frameLocator('iframe')
    .locator(selector)
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

test('X7 what is typed is on the page before it is saved, and not on the public one', async () => {
  const { page, mistakes, shown } = await openContent('section=hero&item=title');
  await headline(shown).waitFor();
  await field(page, 'hero.title', '').fill('Typed and not saved');
  await shown.getByText('Typed and not saved').waitFor();
  expect(await readPage(product.stack.url)).not.toContain('Typed and not saved');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Drop it' }).click();
  await shown.getByText('Typed and not saved').waitFor({ state: 'detached' });
  expect(mistakes).toEqual([]);
  await page.close();
});

test('what is typed is seen at once, before the page has been made anew, and stays when it comes', async () => {
  const { page, mistakes, shown } = await openContent('section=hero&item=title');
  await headline(shown).waitFor();
  await field(page, 'hero.title', '').fill('Made by the publisher');
  await shown.getByText('Made by the publisher').waitFor();
  let held = 0;
  await page.route('**/api/preview', () => {
    held += 1;
  });
  await field(page, 'hero.title', '').fill('Typed a moment ago');
  await headline(shown).getByText('Typed a moment ago').waitFor();
  await expect.poll(() => held).toBe(1);
  await field(page, 'hero.title', '').fill('And typed on');
  await headline(shown).getByText('And typed on').waitFor();
  const answerTo = (words: string) =>
    page.waitForResponse((reply) => reply.request().postData()?.includes(words) ?? false);
  const answered = Promise.all([answerTo('Typed a moment ago'), answerTo('And typed on')]);
  // What was held goes on now.
  await page.unroute('**/api/preview');
  await answered;
  expect(await headline(shown).textContent()).toBe('And typed on');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Drop it' }).click();
  await shown.getByText('And typed on').waitFor({ state: 'detached' });
  expect(mistakes).toEqual([]);
  await page.close();
});

test('the preview is the published page: same elements, same words', async () => {
  const { page, shown } = await openContent('section=hero');
  await headline(shown).waitFor();
  // As the server sent it: scripts change the page when it has loaded.
  const visitor = await product.browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(product.stack.url);
  const bodyOf = (body: Locator) =>
    body.evaluate((element) => {
      for (const script of element.querySelectorAll('script')) script.remove();
      return [...element.querySelectorAll('*')].map(({ localName, className, firstChild }) =>
        [localName, String(className), firstChild?.nodeName === '#text' ? firstChild.nodeValue : ''].join(' | '),
      );
    });
  const previewed = await bodyOf(shown.locator('body'));
  expect(previewed.length).toBeGreaterThan(500);
  expect(previewed).toEqual(await bodyOf(visitor.locator('body')));
  await Promise.all([page.close(), visitor.close()]);
});

test('a field that is missing or does not fit is named, and the page keeps the last text that fits', async () => {
  const { page, shown } = await openContent('section=hero&item=subtitle');
  await headline(shown).waitFor();
  await field(page, 'hero.subtitle', '').fill('A subtitle that fits');
  await shown.getByText('A subtitle that fits').waitFor();
  await field(page, 'hero.subtitle', '').fill('');
  await page.getByText('The preview waits for: Subtitle.').waitFor();
  await field(page, 'hero.subtitle', '').fill('x'.repeat(181));
  await page.getByText('Subtitle: Use at most 180 characters. The page shows the last text that fits.').waitFor();
  await expect.poll(() => shown.locator('.hero .lead').first().textContent()).toBe('A subtitle that fits');
  await page.close();
});

test('a click on words of the page puts the caret into their field, also of an item that is closed', async () => {
  const { page, mistakes, shown } = await openContent('section=hero&item=title');
  await headline(shown).waitFor();
  await shown.locator('.hero .kicker').first().click();
  await until('the kicker has the caret', () =>
    page.evaluate(() => document.activeElement?.getAttribute('data-pointer') === '/kicker'),
  );
  expect(await page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item'))).toMatch(
    /^hero\.slide-/,
  );
  await shown.locator('#about-heading').click();
  await until('the heading of another section has the caret', () =>
    page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'about.heading'),
  );
  expect(mistakes).toEqual([]);
  await page.close();
});

test('the field with the caret is scrolled to and outlined, and its slide is the one in front', async () => {
  const { page, shown } = await openContent('section=process&item=heading');
  await until('the heading of the process is in sight', async () =>
    (await shown.locator('#process').count()) > 0 ? isInSight(page, '#process h2') : false,
  );
  await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-hiring&field=/headline`);
  const slide = shown.locator('.slide').nth(1);
  await until('the second slide is in front', async () => (await slide.getAttribute('data-active')) !== null);
  // Its name stands outside of it, the words of its drawing in a file of their own.
  for (const field of ['/label', '/media/findings/0/text']) {
    await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-audit&field=${field}`);
    const third = shown.locator('.slide').nth(2);
    await until('the third slide is in front', async () => (await third.getAttribute('data-active')) !== null);
    await expect.poll(() => shown.locator('.stops [aria-disabled=true]').textContent()).toBe('Organisational audit');
  }
  await page.close();
});

test('the tag of an outline stands beside it where it would cover the words above', async () => {
  const { page, mistakes, shown } = await openContent('section=hero&item=subtitle');
  await headline(shown).waitFor();
  await shown.locator('html > [data-side="right"]').waitFor({ state: 'attached' });
  await page.goto(`${product.stack.url}/admin/content?section=services&item=heading`);
  await shown.locator('html > [data-side="above"]').waitFor({ state: 'attached' });
  expect(mistakes).toEqual([]);
  await page.close();
});

test('the tab of a section brings it into sight, once, also from another page', async () => {
  const { page, mistakes, shown } = await openContent('section=hero');
  await headline(shown).waitFor();
  const choose = (name: RegExp) => page.getByRole('tab', { name }).click();
  const place = () => shown.locator('html').evaluate(() => scrollY);
  await choose(/^Process/);
  await until('the process is in sight', () => isInSight(page, '#process h2'));
  await choose(/^Hero/);
  await expect.poll(() => place()).toBe(0);
  await shown.locator('.legal a[href="/terms/"]').click();
  await shown.locator('h1', { hasText: 'Terms' }).waitFor();
  await choose(/^Statistics|^Stats/);
  await headline(shown).waitFor({ state: 'attached' });
  await until('the figures are in sight', () => isInSight(page, '#stats h2'));
  // From here on the place is the reader's.
  await shown.locator('html').evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Refresh Content' }).click();
  await page.getByRole('button', { name: 'Show the page in dark colours' }).click();
  await until('the page is dark', () =>
    shown.locator('html').evaluate((html) => getComputedStyle(html).colorScheme === 'dark'),
  );
  expect(await place()).toBe(40);
  expect(mistakes).toEqual([]);
  await page.close();
});

test('typing keeps the place of the page', async () => {
  const { page, shown } = await openContent('section=insights&item=heading');
  await until('the insights are in sight', async () =>
    (await shown.locator('#insights').count()) > 0 ? isInSight(page, '#insights h2') : false,
  );
  const place = () => shown.locator('html').evaluate(() => scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(1000);
  await field(page, 'insights.heading', '').pressSequentially(' more');
  await shown.locator('#insights h2', { hasText: 'more' }).waitFor();
  await expect.poll(() => place()).toBe(before);
  await page.close();
});

test('links lead to other pages within the preview, forms send nothing', async () => {
  const { page, mistakes, shown } = await openContent('section=hero');
  await headline(shown).waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await shown.locator('.legal a[href="/terms/"]').click();
  await shown.locator('h1', { hasText: 'Terms' }).waitFor();
  await expect.poll(() => page.locator('input[aria-label="Page in the preview"]').inputValue()).toMatch(/Terms/);
  await shown.getByRole('button', { name: 'Subscribe' }).click();
  expect(requests.filter((url) => /newsletter|\/terms\/$/.test(url))).toEqual([]);
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual([
    '/admin/content',
    '/admin/preview-frame.html',
  ]);
  expect(mistakes).toEqual([]);
  await page.close();
});

test('the page is seen at the width of a desk, a tablet and a phone, in light and dark', async () => {
  const { page, shown } = await openContent('section=hero');
  await headline(shown).waitFor();
  const width = () => shown.locator('html').evaluate(() => innerWidth);
  for (const [device, expected] of [
    ['Tablet', 820],
    ['Phone', 390],
    ['Desktop', 1440],
  ] as const) {
    await page.getByText(device, { exact: true }).click();
    await until(`${device} is ${expected} px wide`, async () => (await width()) === expected);
    const [stage, frame] = [
      await page.locator('aside[aria-label="Preview"]').boundingBox(),
      await page.locator('iframe').boundingBox(),
    ];
    expect(frame?.width).toBeLessThanOrEqual((stage?.width ?? 0) + 1);
  }
  const background = () => shown.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Show the page in dark colours' }).click();
  await until('the page is dark', async () => (await background()) !== light);
  await page.close();
});

test('on a small screen editor and preview change places, and nothing that was typed is lost', async () => {
  const { page, shown } = await openContent('section=hero&item=title', { width: 1024 });
  await field(page, 'hero.title', '').fill('Typed on a tablet');
  await page.getByText('Preview', { exact: true }).click();
  await shown.getByText('Typed on a tablet').waitFor();
  await shown.getByText('Typed on a tablet').click();
  await until('the title has the caret again', () =>
    page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'hero.title'),
  );
  await expect.poll(() => field(page, 'hero.title', '').inputValue()).toBe('Typed on a tablet');
  await page.close();
});

test('when the publisher is gone the pane says so, and recovers by itself', async () => {
  const { page, shown } = await openContent('section=hero&item=title');
  await headline(shown).waitFor();
  const pid = product.stack.pidOf('publisher');
  if (pid === undefined) throw new Error('The publisher does not run.');
  process.kill(pid, 'SIGKILL');
  await field(page, 'hero.title', '').fill('While the publisher was gone');
  const note = page.getByText('The preview is out of reach: the publisher does not answer. It is tried again.');
  await note.waitFor();
  await expect.poll(() => headline(shown).isVisible()).toBe(true);
  await shown.getByText('While the publisher was gone').waitFor();
  await note.waitFor({ state: 'detached' });
  await page.close();
});

test('a link shows the saved page to somebody without an account, until it is taken back', async () => {
  // A link for a week needs a sign-in of the last five minutes.
  session = await signIn(product.stack.url);
  const { page, shown } = await openContent('section=hero');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const address = await page.getByLabel('Preview link', { exact: true }).inputValue();
  const { page: guest, mistakes } = await openPage(product.browser);
  await guest.goto(address);
  await guest.locator('h1.headline').waitFor();
  await guest.locator('.legal a', { hasText: 'Terms' }).click();
  await guest.waitForURL(/\/preview\/[^/]+\/terms\/$/);
  await expect.poll(() => guest.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: /^Take back the link/ }).click();
  await until('the link has ended', async () => (await call(address)).status === 410);
  expect(mistakes).toEqual([]);
  await Promise.all([page.close(), guest.close()]);
});

test('a new entry is awaited beside the others, seen once it is whole, and its card goes on with the focus', async () => {
  const { page, mistakes, shown } = await openContent('section=process');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: 'Add a step' }).click();
  const fieldOf = (pointer: string) => page.locator(`form [data-pointer="${pointer}"]`);
  await page.getByText(/^The preview waits for: Title; /).waitFor();
  await until('the steps are in sight', () => isInSight(page, '#process h2'));
  await fieldOf('/title').fill('A step of its own');
  await fieldOf('/body').fill('What happens in it.');
  await fieldOf('/when').fill('Week 9');
  await shown.getByText('A step of its own').first().waitFor();
  await until('the new step is in sight', () => isInSight(page, 'h3:has-text("A step of its own")'));
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-item="process.step-a-step-of-its-own"] [data-opens-row]:focus').waitFor();
  expect(mistakes).toEqual([]);
  await page.close();
});

test('a new article comes first, and the preview stays on its page when it is saved', async () => {
  const { page, mistakes, shown } = await openContent('section=insights');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: /^More for Hire for the next stage/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.locator('form [data-pointer="/title"]').fill('A note of its own');
  await shown.locator('h1', { hasText: 'A note of its own' }).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-item="insights.article-a-note-of-its-own"] [data-opens-row]:focus').waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Page in the preview' }).inputValue())
    .toBe('A note of its own');
  await shown.locator('h1', { hasText: 'A note of its own' }).waitFor();
  const cards = page.locator('[data-item^="insights.article-"]');
  await expect.poll(() => cards.first().getAttribute('data-item')).toBe('insights.article-a-note-of-its-own');
  await until('visitors see it on the landing page', async () =>
    (await readPage(product.stack.url)).includes('A note of its own'),
  );
  expect(mistakes).toEqual([]);
  await page.close();
});
