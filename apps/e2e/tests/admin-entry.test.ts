import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct({ DEMO_MODE: 'true' });

const late = [/\.woff2$/, /\/api\/session-options$/];

async function passwordLink(): Promise<string> {
  const session = await signIn(product.stack.url);
  const { body } = await session.call<{ link: string }>('/api/auth/invitations', {
    method: 'POST',
    json: { name: 'New Editor', email: 'new@example.com' },
  });
  return new URL(body.link).pathname + new URL(body.link).hash;
}

const screens: [string, () => Promise<string>][] = [
  ['sign-in', async () => '/admin/login'],
  ['set-up', async () => '/admin/setup#token'],
  ['forgotten password', async () => '/admin/forgot'],
  ['password by a link', passwordLink],
];

for (const [title, pathOf] of screens) {
  test(`${title}: no control moves when fonts and responses arrive late`, async () => {
    const path = await pathOf();
    for (const width of [360, 1280]) {
      const { page } = await openPage(product.browser, {
        reducedMotion: 'reduce',
        viewport: { width, height: 800 },
      });
      const arrival = Promise.withResolvers<void>();
      const delayed = new Set<RegExp>();
      for (const address of late) {
        await page.route(address, async (route) => {
          delayed.add(address);
          await arrival.promise;
          await route.continue();
        });
      }
      await page.goto(product.stack.url + path, { waitUntil: 'commit' });
      const controls = page.locator('form :is(input, button[type=submit], a)');
      await page.locator('form button[type=submit]').waitFor();
      const places = () =>
        controls.evaluateAll((found) => found.map((control) => Math.round(control.getBoundingClientRect().top)));
      const before = await places();
      expect(before.length).toBeGreaterThan(1);
      await expect.poll(() => delayed.size).toBe(late.length);
      arrival.resolve();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
      await expect.poll(loaded).toBeGreaterThanOrEqual(2);
      expect(await places()).toEqual(before);
      await page.context().close();
    }
  });
}
