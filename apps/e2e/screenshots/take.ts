import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser, openPage } from '../support/browser.ts';
import { owner, type Product, root, startProduct } from '../support/stack.ts';

/**
 * Takes pictures of every screen for people to look at: `node apps/e2e/screenshots/take.ts [folder]`. Widths 360, 768 and
 * 1440, light and dark.
 */
const folder = process.argv[2] ?? join(root, 'test-results/screenshots');
const widths = [360, 768, 1440];
const schemes = ['light', 'dark'] as const;

const siteScreens = { landing: '/', insights: '/insights/', terms: '/terms/', 'not-found': '/nothing-here' };
const adminScreens = {
  dashboard: '/admin',
  content: '/admin/content',
  images: '/admin/images',
  enquiries: '/admin/enquiries',
  users: '/admin/users',
  releases: '/admin/releases',
  account: '/admin/account',
};

mkdirSync(folder, { recursive: true });
const stack = await startProduct();
const browser = await launchBrowser();
try {
  for (const width of widths) for (const scheme of schemes) await takeAll(stack, { width, scheme });
} finally {
  await browser.close();
  await stack.stop();
}

async function takeAll(
  { url }: Product,
  { width, scheme }: { width: number; scheme: 'light' | 'dark' },
): Promise<void> {
  const { page } = await openPage(browser, {
    viewport: { width, height: 900 },
    colorScheme: scheme,
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  const take = (name: string, fullPage: boolean) =>
    page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage });
  for (const [name, path] of Object.entries(siteScreens)) {
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await drawAll(page);
    await take(`site-${name}`, true);
  }
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Email').waitFor();
  await take('admin-login', false);
  await signIn(page);
  for (const [name, path] of Object.entries(adminScreens)) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
    await take(`admin-${name}`, false);
  }
  await page.context().close();
}

/** Renders sections and loads images far below the viewport, which would be blank in a screenshot of the whole page. */
async function drawAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /dashboard/i }).waitFor();
}
