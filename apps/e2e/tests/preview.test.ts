import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { replacePlaceholders } from '../support/prepare-site.ts';
import { field, headline, openPreview } from '../support/preview-screen.ts';
import { call, readPage, signIn } from '../support/session.ts';
import { findViolationsInBothSchemes } from '../support/site-pages.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('unsaved text is in the preview and not on the public page [X7]', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=title');
  await headline(shown).waitFor();
  await field(page, 'hero.title', '').fill('Typed and not saved');
  await shown.getByText('Typed and not saved').waitFor();
  expect(await readPage(product.stack.url)).not.toContain('Typed and not saved');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await shown.getByText('Typed and not saved').waitFor({ state: 'detached' });
  await page.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`a ${scheme} skeleton is shown until the first preview arrives`, async () => {
    const page = await product.browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: scheme });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/preview', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${product.stack.url}/admin/login`);
    const { token } = await signIn(product.stack.url);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`${product.stack.url}/admin/content`);
    const loading = page.getByRole('status').filter({ hasText: 'Loading the preview' });
    await loading.waitFor({ state: 'attached' });
    release();
    const shown = page.frameLocator('iframe');
    await headline(shown).waitFor();
    await loading.waitFor({ state: 'detached' });
    expect(await shown.locator('html').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(scheme);
    await page.close();
  });
}

test('typed text is visible before the page is rendered again, and stays afterwards', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=title');
  await headline(shown).waitFor();
  const answerTo = (words: string) =>
    page.waitForResponse((reply) => reply.request().postData()?.includes(words) ?? false);
  // Its page is rendered after a pause. A later request would be the delayed one.
  const rendered = answerTo('Made by the publisher');
  await field(page, 'hero.title', '').fill('Made by the publisher');
  await rendered;
  let delayed = 0;
  await page.route('**/api/preview', () => {
    delayed += 1;
  });
  await field(page, 'hero.title', '').fill('Typed a moment ago');
  await headline(shown).getByText('Typed a moment ago').waitFor();
  await expect.poll(() => delayed).toBe(1);
  await field(page, 'hero.title', '').fill('And typed on');
  await headline(shown).getByText('And typed on').waitFor();
  const answered = Promise.all([answerTo('Typed a moment ago'), answerTo('And typed on')]);
  // Continue the delayed requests.
  await page.unroute('**/api/preview');
  await answered;
  expect(await headline(shown).textContent()).toBe('And typed on');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await shown.getByText('And typed on').waitFor({ state: 'detached' });
  await page.close();
});

test('the preview equals the published page: same elements, same text', async () => {
  // Visitors do not see placeholders; the preview shows them.
  await replacePlaceholders(product.stack);
  const { page, shown } = await openPreview(product, 'section=hero');
  await headline(shown).waitFor();
  // The HTML of the server: scripts change the page after loading.
  const visitor = await product.browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(product.stack.url);
  const readBody = (body: Locator) =>
    body.evaluate((element) => {
      // The preview has the styles in its head.
      for (const part of element.querySelectorAll('script, link')) part.remove();
      for (const part of element.querySelectorAll('noscript')) part.replaceWith(...part.childNodes);
      return [...element.querySelectorAll('*')].map(({ localName, className, firstChild }) =>
        [localName, String(className), firstChild?.nodeName === '#text' ? firstChild.nodeValue : ''].join(' | '),
      );
    });
  const previewed = await readBody(shown.locator('body'));
  expect(previewed.length).toBeGreaterThan(500);
  expect(previewed).toEqual(await readBody(visitor.locator('body')));
  for (const part of ['.badges ul', '.stats-grid']) await expect(shown.locator(part)).toHaveCSS('display', 'grid');
  await Promise.all([page.close(), visitor.close()]);
});

test('a missing or invalid field is named, and the preview keeps the last valid text', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=subtitle');
  await headline(shown).waitFor();
  await field(page, 'hero.subtitle', '').fill('A subtitle that fits');
  await shown.getByText('A subtitle that fits').waitFor();
  await field(page, 'hero.subtitle', '').fill('');
  await page.getByText('Fill in to update the preview: Sub-headline.').waitFor();
  await field(page, 'hero.subtitle', '').fill('x'.repeat(181));
  await page
    .getByText(
      '“Sub-headline” is 1 character too long. Shorten it before you save. The preview shows the last valid text.',
    )
    .waitFor();
  await expect(shown.locator('.hero .lead').first()).toHaveText('A subtitle that fits');
  await page.close();
});

test('links open other pages in the preview, and forms send nothing', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  await headline(shown).waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await shown.locator('.legal a[href="/terms/"]').click();
  await shown.locator('h1', { hasText: 'Terms' }).waitFor();
  await expect(page.locator('input[aria-label="Page in the preview"]')).toHaveValue(/Terms/);
  await shown.getByRole('button', { name: 'Subscribe' }).click();
  expect(requests.filter((url) => /newsletter|\/terms\/$/.test(url))).toEqual([]);
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual([
    '/admin/content',
    '/admin/preview-frame.html',
  ]);
  await page.close();
});

test('the preview has desktop, tablet and phone widths, in light and dark', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  await headline(shown).waitFor();
  const width = () => shown.locator('html').evaluate(() => innerWidth);
  for (const [device, expected] of [
    ['Tablet', 820],
    ['Phone', 390],
    ['Desktop', 1024],
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

test('on a small screen the preview replaces the editor, and nothing typed is lost', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=title', { width: 1024 });
  await field(page, 'hero.title', '').fill('Typed on a tablet');
  await page.getByText('Preview', { exact: true }).click();
  await shown.getByText('Typed on a tablet').waitFor();
  await shown.getByText('Typed on a tablet').click();
  await until('the title has the caret again', () =>
    page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'hero.title'),
  );
  await expect(field(page, 'hero.title', '')).toHaveValue('Typed on a tablet');
  await page.close();
});

test('without the publisher the preview says so, and recovers by itself', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=title');
  await headline(shown).waitFor();
  const pid = product.stack.pidOf('publisher');
  if (pid === undefined) throw new Error('The publisher does not run.');
  process.kill(pid, 'SIGKILL');
  await field(page, 'hero.title', '').fill('While the publisher was gone');
  const note = page.getByText('The preview is not available at the moment. A new attempt starts automatically.');
  await note.waitFor();
  await expect(headline(shown)).toBeVisible();
  await shown.getByText('While the publisher was gone').waitFor();
  await note.waitFor({ state: 'detached' });
  await page.close();
});

test('a new preview link needs no password, even long after the sign-in, and can be revoked by its name', async () => {
  const { page } = await openPreview(product, 'section=hero');
  const database = new DatabaseSync(join(product.stack.dataDir, 'threadline.db'));
  const longAgo = new Date(Date.now() - 3_600_000).toISOString();
  database.prepare('update sessions set created_at = ?, reauthenticated_at = null').run(longAgo);
  database.close();
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  await page.getByLabel('For whom? (optional)').fill('Meera');
  await page.getByRole('button', { name: 'Create a link' }).click();
  await expect(page.getByLabel('Preview link', { exact: true })).toHaveValue(/\/p\/[\w-]{22}\/$/);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const shared = await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href');
  const message = new URL(String(shared)).searchParams.get('text');
  expect(message).toContain(await page.getByLabel('Preview link', { exact: true }).inputValue());
  await page.getByRole('button', { name: /^Switch off the link for Meera/ }).click();
  await expect(page.getByText('There are no active links.')).toBeVisible();
  await page.close();
});

test('a visitor without JavaScript comments and approves through a preview link, and the editor answers', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const address = await page.getByLabel('Preview link', { exact: true }).inputValue();
  expect(new URL(address).pathname).toMatch(/^\/p\/[\w-]{22}\/$/);

  const { page: guest } = await openPage(product.browser, { javaScriptEnabled: false });
  await guest.goto(address);
  await guest.locator('h1.headline').waitFor();
  await guest.keyboard.press('Tab');
  await expect(guest.getByText('Comment', { exact: true })).toBeFocused();
  await guest.keyboard.press('Enter');
  const comments = guest.frameLocator('[title="Comments on this preview"]');
  await comments.getByLabel('Your name').fill('Asha');
  await comments.getByLabel('Part of the page').selectOption('About: Our Mission');
  await comments.getByLabel('Comment', { exact: true }).fill('कृपया छोटा करें');
  await comments.getByRole('button', { name: 'Send comment' }).click();
  await comments.getByText('Thank you, Asha. Your comment was sent.').waitFor();
  await guest.getByText('Comment', { exact: true }).click();

  await guest.locator('.legal a', { hasText: 'Terms' }).click();
  await guest.waitForURL(/\/p\/[^/]+\/terms\/$/);
  await guest.getByText('Approve or request changes', { exact: true }).click();
  const decision = guest.frameLocator('[title="Approve this preview, or request changes"]');
  await expect(decision.getByLabel('Your name')).toHaveValue('Asha');
  await expect(decision.getByText('कृपया छोटा करें')).toHaveCount(0);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.getByText('Thank you, Asha. Your approval was recorded.').waitFor();
  await decision.getByRole('link', { name: 'Change your decision' }).click();

  const links = page.getByRole('list', { name: 'Active links' });
  await links.getByText('1 comment, approved by Asha').click();
  await links.getByText('nothing changed since then').waitFor();
  await links.getByRole('button', { name: 'Mark as done for Asha' }).last().click();
  await links.getByText(/^done, /).waitFor();
  await (await signIn(product.stack.url)).save('about', 'heading', 'Shorter');
  await links.getByText('1 item changed since').waitFor();
  await page.goto(new URL('/admin/releases#feedback', address).href);
  await expect(page.getByRole('region', { name: 'Feedback on previews' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Feedback on previews' }).getByRole('listitem')).toHaveText([
    /^Asha approved the preview.*1 item changed since/,
  ]);

  await page.goto(new URL('/admin/content?section=hero', address).href);
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  await page.getByRole('button', { name: /^Switch off the link/ }).click();
  await until('the link has ended', async () => (await call(address)).status === 410);
  await decision.getByLabel('Anything to add?').fill('And one more thing');
  await decision.getByRole('button', { name: 'Request changes' }).click();
  await decision.getByRole('heading', { name: 'This preview has ended' }).waitFor();
  await expect(decision.getByLabel('Your text was not sent.')).toHaveValue('And one more thing');
  await Promise.all([page.close(), guest.close()]);
});

test('the bar of a preview link covers nothing of the page, and has no accessibility violation', async () => {
  const { call: ask } = await signIn(product.stack.url);
  const { body } = await ask<{ path: string }>('/api/preview/links', { method: 'POST', json: { hours: 1 } });
  const { page: guest } = await openPage(product.browser, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  await guest.goto(product.stack.url + body.path);
  const found = await findViolationsInBothSchemes(guest, '.preview-bar');
  const whoShared = guest.locator('.preview-bar p span');
  expect(await whoShared.evaluate((line) => line.scrollHeight - line.clientHeight)).toBe(0);
  const getTop = async (part: string) => (await guest.locator(part).boundingBox())?.y ?? 0;
  const getBottom = (part: string) => guest.locator(part).evaluate((element) => element.getBoundingClientRect().bottom);
  await guest.locator('#about').scrollIntoViewIfNeeded();
  await guest.locator('.sticky-bar:not([data-hidden])').waitFor();
  expect(await getBottom('.sticky-bar')).toBeLessThan((await getTop('.preview-bar')) + 1);
  await guest.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  // Scrolling stops at whole pixels.
  await expect.poll(async () => (await getBottom('body > footer')) - (await getTop('.preview-bar'))).toBeLessThan(1);
  for (const form of ['comment', 'decision']) {
    await guest.goto(`${product.stack.url}${body.path}~feedback?form=${form}&page=/&revision=1`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await guest.emulateMedia({ colorScheme });
      found.push(...(await runAxe(guest)));
    }
  }
  expect(found).toEqual([]);
  await guest.close();
});
