import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { card, openEditor, save } from '../support/admin-screen.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { sendEnquiry } from '../support/enquiry.ts';
import { type Session, signIn } from '../support/session.ts';
import { owner, type Product, root, startProduct } from '../support/stack.ts';

/**
 * Takes pictures of every screen for people to look at: `node apps/e2e/screenshots/take.ts [folder] [site|admin]`. Widths
 * 360, 768 and 1440, light and dark.
 */
const folder = process.argv[2] ?? join(root, 'test-results/screenshots');
const part = process.argv[3];
const widths = [1440, 768, 360];

interface Visit {
  page: Page;
  session: Session;
  goTo: (path: string) => Promise<unknown>;
}

const siteScreens = { landing: '/', insights: '/insights/', terms: '/terms/', 'not-found': '/nothing-here' };

/** The screens of the admin, and the states that need an action. Each state may start from the one before it. */
const adminScreens: Record<string, (visit: Visit) => Promise<unknown>> = {
  dashboard: ({ goTo }) => goTo('/admin'),
  publishing: ({ page }) => page.getByRole('button', { name: /^Publishing/ }).click(),
  palette: async ({ page, goTo }) => {
    await goTo('/admin');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
  },
  content: ({ goTo }) => goTo('/admin/content'),
  editor: ({ page }) => openEditor(page, 'hero.slide-build'),
  'editor-error': async ({ page }) => {
    await card(page, 'hero.slide-build').getByRole('textbox', { name: 'Short name' }).fill('');
    await save(page);
  },
  conflict: async ({ page, session, goTo }) => {
    await goTo('/admin/content?item=subtitle');
    const field = card(page, 'hero.subtitle').getByRole('textbox').first();
    const text = await field.inputValue();
    await field.fill(`${text} We answer within a day.`);
    await session.save('hero', 'subtitle', `${text} Ask for a visit.`);
    await save(page);
    await page.getByRole('region', { name: 'Two people edited this' }).waitFor();
  },
  history: ({ goTo }) => goTo('/admin/content/history?section=hero&item=subtitle'),
  images: ({ goTo }) => goTo('/admin/images'),
  'image-details': async ({ page }) => {
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Keep in view/ }).waitFor();
  },
  enquiries: ({ goTo }) => goTo('/admin/enquiries?status=all'),
  enquiry: async ({ page }) => {
    await page.getByRole('button', { name: /Loom Works/ }).click();
    await page.getByRole('heading', { name: 'Loom Works' }).waitFor();
  },
  'enquiry-reply': ({ page }) => page.getByRole('button', { name: 'Reply by email' }).click(),
  newsletter: ({ goTo }) => goTo('/admin/enquiries?view=newsletter'),
  mail: ({ goTo }) => goTo('/admin/enquiries?view=mail'),
  privacy: ({ goTo }) => goTo('/admin/enquiries?view=privacy'),
  users: ({ goTo }) => goTo('/admin/users'),
  'user-form': ({ page }) => page.getByRole('button', { name: 'Add a user' }).click(),
  releases: ({ goTo }) => goTo('/admin/releases'),
  'audit-log': ({ goTo }) => goTo('/admin/log'),
  account: ({ goTo }) => goTo('/admin/account'),
};

mkdirSync(folder, { recursive: true });
const stack = await startProduct();
const browser = await launchBrowser();
try {
  if (part !== 'admin') await takeSite(browser, stack);
  if (part !== 'site') await takeAdmin(browser, stack);
} finally {
  await browser.close();
  await stack.stop();
}

async function takeSite(browser: Browser, { url }: Product): Promise<void> {
  const { page } = await openPage(browser, { deviceScaleFactor: 1, reducedMotion: 'reduce' });
  for (const [name, path] of Object.entries(siteScreens)) {
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await drawAll(page);
    await takeLooks(page, `site-${name}`, true);
  }
}

async function takeAdmin(browser: Browser, stack: Product): Promise<void> {
  const session = await signIn(stack.url);
  await sendEnquiry({ stack }, { companyName: 'Loom Works', contactName: 'Asha Rao', email: 'buyer@example.com' });
  const { page } = await openPage(browser, { deviceScaleFactor: 1, reducedMotion: 'reduce' });
  await page.goto(`${stack.url}/admin/login`);
  await page.getByLabel('Email').fill(owner.email);
  await takeLooks(page, 'admin-login');
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /dashboard/i }).waitFor();
  const goTo = async (path: string) => {
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  for (const [name, reach] of Object.entries(adminScreens)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await reach({ page, session, goTo }).catch((error) => console.error(`${name}: ${error.message}`));
    await takeLooks(page, `admin-${name}`);
  }
}

/** Takes a picture at each width and in each colour scheme. */
async function takeLooks(page: Page, name: string, fullPage = false): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
    }
  }
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
