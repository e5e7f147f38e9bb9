import { expect, test } from '../../support/fixtures.ts';
import { siteUrl, visit, waitForStyles } from '../../support/visit.ts';

const anchors = ['#about', '#services', '#stats', '#process', '#insights', '#contact'];

async function openMenu(options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ viewport: { width: 360, height: 740 }, ...options });
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const toggle = page.locator('.menu-button');
  return { page, toggle, menu: page.locator('#site-menu') };
}

test('the menu is a disclosure with a named button, its state and its target', async () => {
  const page = await visit({ viewport: { width: 360, height: 740 } });
  const button = page.getByRole('button', { name: 'Menu' });
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  expect(await button.getAttribute('aria-controls')).toBe('site-menu');
  expect(await page.locator('#site-menu').isVisible()).toBe(false);
  expect(await page.locator('[role=menu], [role=menuitem]').count()).toBe(0);
  await button.click();
  await expect(page.locator('.menu-button')).toHaveAttribute('aria-expanded', 'true');
  expect(await page.locator('#site-menu nav a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual(
    anchors,
  );
  for (const link of await page.locator('#site-menu nav a').all()) expect(await link.isVisible()).toBe(true);
  await page.locator('.menu-button').click();
  await expect(page.locator('#site-menu')).toBeHidden();
});

test('the first entry is one Tab away, and Escape restores the focus', async () => {
  const { page, toggle, menu } = await openMenu();
  await page.keyboard.press('Tab');
  expect(
    await menu
      .locator('a')
      .first()
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => toggle.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('a choice closes the menu and moves the focus to the heading of the section', async () => {
  const { page, menu } = await openMenu();
  for (const anchor of anchors) {
    await page.goto(siteUrl);
    // Before that, the menu opens late, and the heading cannot be focused.
    await waitForStyles(page);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await menu.waitFor();
    await menu.locator(`nav a[href="${anchor}"]`).press('Enter');
    await menu.waitFor({ state: 'hidden' });
    const heading = page.locator(`${anchor} h2`).first();
    const isFocused = () => heading.evaluate((element) => element === document.activeElement);
    await expect.poll(isFocused, { message: anchor }).toBe(true);
    const isInView = () => heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight);
    await expect.poll(isInView, { message: anchor }).toBe(true);
    expect(new URL(page.url()).hash).toBe(anchor);
  }
});

test('the menu closes when the page widens to 768 px, where the links are in the header', async () => {
  const { page, toggle } = await openMenu();
  await page.setViewportSize({ width: 767, height: 740 });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeHidden();
  for (const link of await page.locator('#site-menu nav a').all()) expect(await link.isVisible()).toBe(true);
  await page.setViewportSize({ width: 767, height: 740 });
  await expect(page.locator('#site-menu')).toBeHidden();
});

test('without JavaScript the menu links are visible', async () => {
  const page = await visit({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  for (const link of await page.locator('#site-menu nav a').all()) expect(await link.isVisible()).toBe(true);
  expect(await page.locator('.menu-button').isVisible()).toBe(false);
});

test('at 200 % zoom the page behind the open menu scrolls, and every entry can be reached', async () => {
  const { page, menu } = await openMenu({ viewport: { width: 320, height: 256 } });
  for (const link of await menu.locator('a').all()) {
    await link.focus();
    const isInSight = () =>
      link.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight + 1;
      });
    await expect.poll(isInSight).toBe(true);
  }
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('spec §2: header links scroll smoothly, and immediately with reduced motion', async () => {
  const behavior = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await visit({ reducedMotion });
    return page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  };
  expect(await behavior('no-preference')).toBe('smooth');
  expect(await behavior('reduce')).toBe('auto');
});

test('spec §2: the logo leads to the root', async () => {
  const page = await visit({ path: '/careers/' });
  await page.locator('.site-header .site-logo').click();
  await page.waitForURL('**/');
  expect(new URL(page.url()).pathname).toBe('/');
});
