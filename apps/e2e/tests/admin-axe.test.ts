import type { Page } from '@playwright/test';
import {
  card,
  desktopWithPreview,
  findViolations,
  openEditor,
  openScreen,
  save,
  walkLooks,
} from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPng } from '../support/png.ts';
import { call, type Session, signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

/** One page visits all screens and states: opening pages and signing in would take longer than the checks. */
const product = useProduct();
let session: Session;
let page: Page;

test.beforeAll(async () => {
  session = await signIn(product.stack.url);
  ({ page } = await openScreen(product, '/admin'));
});
test.afterAll(() => page?.context().close());

/** Opens a screen like a link does: a load of the page would have to load axe again, which takes longer than its check. */
const goTo = (path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
const pressEscape = () => page.keyboard.press('Escape');

/** An image that no page uses, for the trash. */
async function deletePicture(): Promise<void> {
  const body = new FormData();
  body.append('images', new Blob([new Uint8Array(createPng(320, 200, 45))]), 'in-the-trash.png');
  const headers = { authorization: `Bearer ${session.token}` };
  const reply = await fetch(`${product.stack.url}/api/upload/multiple`, { method: 'POST', headers, body });
  const { images } = (await reply.json()) as { images: { _id: string }[] };
  await session.call(`/api/upload/image/${images[0]?._id}`, { method: 'DELETE' });
}

/** Opens each state, and returns those with violations. */
async function walk(
  states: Record<string, () => Promise<unknown>>,
  looks: Parameters<typeof findViolations>[1] = walkLooks,
) {
  const found: Record<string, string[]> = {};
  for (const [name, reach] of Object.entries(states)) {
    const [width = 0] = looks.at(-1) ?? [];
    await page.setViewportSize({ width, height: 900 });
    await reach();
    const violations = await findViolations(page, looks);
    if (violations.length > 0) found[name] = violations;
  }
  return found;
}

test('the screens before sign-in have no accessibility violation', async () => {
  const signedIn = page;
  ({ page } = await openPage(product.browser, { reducedMotion: 'reduce' }));
  const found = await walk({
    'set-up with errors': async () => {
      await page.goto(`${product.stack.url}/admin/setup#token`);
      await page.getByRole('button', { name: 'Create the account' }).click();
      await page.getByText('Name is required').waitFor();
    },
    'sign-in with an error': async () => {
      await goTo('/admin/login');
      // The set-up screen has a field of the same name.
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByLabel('Email').fill('owner@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  });
  await page.context().close();
  page = signedIn;
  expect(found).toEqual({});
});

test('the dashboard and the overlays of every screen have no accessibility violation', async () => {
  const found = await walk({
    dashboard: () => page.getByRole('button', { name: 'Export Data' }).waitFor(),
    palette: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
    'shortcut sheet': async () => {
      await pressEscape();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
    'publish pill': async () => {
      await pressEscape();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Publishing/ }).click();
      await page.getByRole('dialog', { name: 'Publishing' }).waitFor();
    },
  });
  expect(found).toEqual({});
});

test('every content tab has no accessibility violation', async () => {
  await goTo('/admin/content');
  await card(page, 'hero.title').waitFor();
  const names = await page.getByRole('tab').allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(9);
  const open = (index: number) => async () => {
    await page.getByRole('tab').nth(index).click();
    await page.locator('[data-item]').first().waitFor();
  };
  expect(await walk(Object.fromEntries(names.map((name, index) => [name, open(index)])))).toEqual({});
});

test('an editor, its errors and a conflict have no accessibility violation', async () => {
  await page.goto(`${product.stack.url}/admin/content`);
  const found = await walk({
    'editor of a slide': async () => {
      await openEditor(page, 'hero.slide-build');
      await page
        .getByText(/^Keep in view|Stair that grows/)
        .first()
        .waitFor();
    },
    'editor with an error': async () => {
      await card(page, 'hero.slide-build').getByRole('textbox', { name: 'Short name' }).fill('');
      await save(page);
      await page.getByText('1 field needs a change.').waitFor();
    },
    conflict: async () => {
      // Not within the app, which would ask about the unsaved text.
      await page.goto(`${product.stack.url}/admin/content?item=subtitle`);
      await card(page, 'hero.subtitle').getByRole('textbox').first().fill('By the one who is slower.');
      expect((await session.save('hero', 'subtitle', 'By the one who is faster.')).status).toBe(200);
      await save(page);
      await page.getByRole('region', { name: 'Two people edited this' }).waitFor();
    },
  });
  expect(found).toEqual({});
});

test('the preview and its links have no accessibility violation', async () => {
  const { page: own } = await openScreen(product, '/admin/content?section=about');
  await own.setViewportSize(desktopWithPreview);
  const found: string[] = [];
  const look = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await own.emulateMedia({ colorScheme });
      found.push(...(await runAxe(own)));
    }
  };
  await own.getByRole('button', { name: 'Share a preview link' }).click();
  await own.getByRole('button', { name: 'Create a link' }).click();
  await own.getByLabel('Preview link', { exact: true }).waitFor();
  await look();
  await own.keyboard.press('Escape');
  await own.setViewportSize({ width: 360, height: 900 });
  await own.getByText('Preview', { exact: true }).click();
  await own.getByRole('button', { name: 'Share a preview link' }).waitFor();
  await look();
  expect(found).toEqual([]);
});

test('images, users, releases and the account have no accessibility violation', async () => {
  await deletePicture();
  const found = await walk({
    'an image with its details': async () => {
      await page.goto(`${product.stack.url}/admin/images`);
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Keep in view/ }).waitFor();
    },
    'deleted images': async () => {
      await goTo('/admin/images?filter=trash');
      await page.getByRole('list', { name: 'Trash' }).locator('img').first().waitFor();
    },
    'no deleted images': async () => {
      await page.getByRole('button', { name: /^Restore/ }).click();
      await page.getByText('The trash is empty.').waitFor();
    },
    users: async () => {
      await goTo('/admin/users');
      await page.getByText('You', { exact: true }).waitFor();
    },
    'user form with errors': async () => {
      await page.getByRole('button', { name: 'Add a user' }).click();
      await page.getByRole('button', { name: 'Add user' }).click();
      await page.getByText('Name is required').waitFor();
    },
    'releases and deliveries': async () => {
      await goTo('/admin/releases');
      await page.getByText('Technical details').click();
      await page.getByRole('heading', { name: 'Notifications to other systems' }).waitFor();
      await page
        .getByText(/^Release 1/)
        .first()
        .waitFor();
    },
    account: async () => {
      await goTo('/admin/account');
      await page.getByText('This browser').waitFor();
    },
  });
  expect(found).toEqual({});
});

test('enquiries, mail, newsletter and privacy have no accessibility violation', async () => {
  const request = {
    companyName: 'Loom Works',
    email: 'buyer@example.com',
    companySize: '11-50',
    message: 'We plan a second plant and want to hire for it.',
  };
  const sent = await call(`${product.stack.url}/api/request/send-request`, { method: 'POST', json: request });
  expect(sent.status).toBe(200);
  const tab = (name: RegExp) => page.getByRole('tab', { name }).click();
  const found = await walk({
    inbox: async () => {
      await goTo('/admin/enquiries?status=all');
      await page.getByRole('button', { name: /Loom Works/ }).waitFor();
    },
    'an open enquiry': async () => {
      await page.getByRole('button', { name: /Loom Works/ }).click();
      await page.getByText(request.message).last().waitFor();
    },
    newsletter: () => tab(/^Newsletter/),
    outbox: () => tab(/^Outbox/),
    privacy: () => tab(/^Privacy/),
  });
  expect(found).toEqual({});
});
