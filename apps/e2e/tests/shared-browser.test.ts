import type { Page } from '@playwright/test';
import { card, openEditor, save, saved } from '../support/admin-screen.ts';
import { second, useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, signIn } from '../support/session.ts';
import type { owner } from '../support/stack.ts';

const { product, openScreen, storedValue } = useEditors();

/** Saves a text in a session that ends with that save: the save is pending, and the page asks to sign in again. */
async function saveAfterSessionEnd(item: string, text: string, { isStorageFull = false } = {}) {
  const { page, token } = await openScreen('/admin/content');
  if (isStorageFull) await page.evaluate(fillDraftStorage);
  const field = await openEditor(page, item);
  await field.fill(text);
  let isOver = false;
  await page.route('**/api/content/**', async (route) => {
    if (!isOver && route.request().method() !== 'GET') {
      isOver = true;
      const headers = { authorization: `Bearer ${token}` };
      await call(`${product.stack.url}/api/auth/logout`, { method: 'POST', headers });
    }
    await route.continue();
  });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  const signInAs = async ({ email, password }: typeof owner) => {
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  return { page, signInAs };
}

/** Runs in the page and fills the storage for drafts. */
function fillDraftStorage(): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('local-text:')) throw new DOMException('The storage is full.', 'QuotaExceededError');
    setItem.call(this, name, value);
  };
}

/** Accepts every dialog of the browser. Returns the kinds of dialogs so far. */
function acceptQuestions(page: Page): string[] {
  const kinds: string[] = [];
  page.on('dialog', (question) => {
    kinds.push(question.type());
    void question.accept();
  });
  return kinds;
}

test('after another user signs in over an expired session, no change of the first user is sent or undone, and a notice names its owner', async () => {
  const before = await storedValue('hero', 'title');
  const { page, signInAs } = await saveAfterSessionEnd('hero.title', 'Written by the owner');
  await signInAs(second);
  await page.getByText(/^1 change by .+ is not saved\.$/).waitFor();
  const questions = acceptQuestions(page);
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  expect(await page.getByText('Written by the owner').count()).toBe(0);
  // The save queue of the next user works meanwhile.
  const field = await openEditor(page, 'hero.subtitle');
  await field.fill('Written by the second editor');
  await save(page);
  await saved(page);
  expect(await storedValue('hero', 'title')).toBe(before);

  // The page closes without a question, because the text is stored and offered to its owner later.
  const { token } = await signIn(product.stack.url);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.reload();
  expect(questions).toEqual([]);
  await card(page, 'hero.title').getByText('unsaved changes').waitFor();
  await card(page, 'hero.title').getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await save(page);
  await saved(page);
  expect(await storedValue('hero', 'title')).toBe('Written by the owner');
});

test('after another user signs in, closing the page asks about text of the first user that could not be stored', async () => {
  const { page, signInAs } = await saveAfterSessionEnd('hero.title', 'Only in memory', { isStorageFull: true });
  await signInAs(second);
  await page.getByText(/^1 change by .+ is not saved\.$/).waitFor();
  const questions = acceptQuestions(page);
  await page.reload();
  expect(questions).toEqual(['beforeunload']);
});

test('when another user signs in in another tab, the open editor of the first user is closed and nothing is sent', async () => {
  const before = await storedValue('hero', 'label');
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.label');
  await field.fill('Typed by the owner');
  const other = await page.context().newPage();
  await other.goto(`${product.stack.url}/admin/`);
  const { token } = await signIn(product.stack.url, second);
  await other.evaluate((value) => localStorage.setItem('token', value), token);
  await page.getByRole('navigation', { name: 'Admin' }).getByText('Editor Two').waitFor();
  // The URL opens the same item for the next user, with the stored value.
  await expect(card(page, 'hero.label').getByRole('textbox').first()).toHaveValue(String(before));
  expect(await page.getByText('unsaved changes').count()).toBe(0);
  expect(await storedValue('hero', 'label')).toBe(before);
});
