import type { Page } from '@playwright/test';
import {
  card,
  chooseMore,
  findViolations,
  openEditor,
  openPublishMenu,
  publish,
  published,
  publishStep,
  saved,
} from '../support/admin-screen.ts';
import { draftSaved, editorPath, status, typeAtEnd } from '../support/drafts.ts';
import { kill, second, useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText, type StoredNode } from '../support/rich-text.ts';
import { call, readPage } from '../support/session.ts';
import { owner, until } from '../support/stack.ts';

const { product, colleague, openScreen, storedValue } = useEditors();
const item = 'insights.article-the-friday-page';
const path = '/insights/the-friday-page/';
async function choose(page: Page, action: string | RegExp): Promise<void> {
  await openPublishMenu(page);
  await page.getByRole('menuitem', { name: action }).click();
}

test('a typed text is saved as a draft, survives the browser, and is not on the site', async () => {
  const { page } = await openScreen(editorPath);
  await typeAtEnd(page, ' Typed and not published.');
  await draftSaved(page);
  await status(page, 'Published, with unpublished changes').waitFor();
  await kill(page);
  const { page: other } = await openScreen('/admin/content?section=insights', second);
  await card(other, item).getByText('Published, with unpublished changes', { exact: true }).waitFor();
  await card(other, item)
    .getByText(/^Draft saved .* by /)
    .waitFor();
  expect(await findViolations(card(other, item))).toEqual([]);
  await openEditor(other, item);
  await expect(getText(other)).toContainText('Typed and not published.');
  expect(await readPage(product.stack.url, path)).not.toContain('Typed and not published.');
  await publish(other);
  await published(other);
  await status(other, /^Published$/).waitFor();
  await typeAtEnd(other, ' And more.');
  await status(other, 'Published, with unpublished changes').waitFor();
  await chooseMore(other, 'Discard changes');
  await other.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await status(other, 'Changes discarded.').waitFor();
  await other.getByRole('button', { name: 'Close', exact: true }).click();
  await card(other, item).getByText('Published', { exact: true }).waitFor();
  await until('visitors see the text', async () =>
    (await readPage(product.stack.url, path)).includes('Typed and not published.'),
  );
});

test('Save keeps the writer open, and discarded changes leave the published text', async () => {
  const { page } = await openScreen(editorPath);
  await typeAtEnd(page, ' Not worth keeping.');
  await page.keyboard.press('Control+s');
  await draftSaved(page);
  await expect(getText(page)).toContainText('Not worth keeping.');
  await page.keyboard.press('Control+s');
  await status(page, /Already saved at \d\d:\d\d\. The changes are not published yet\./).waitFor();
  await chooseMore(page, 'Discard changes');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(getText(page)).not.toContainText('Not worth keeping.');
  await status(page, /^Published$/).waitFor();
  await status(page, 'Changes discarded.').getByRole('button', { name: 'Undo' }).click();
  await expect(getText(page)).toContainText('Not worth keeping.');
  await status(page, 'Published, with unpublished changes').waitFor();
  await chooseMore(page, 'Discard changes');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(getText(page)).not.toContainText('Not worth keeping.');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await card(page, item).getByText('Published', { exact: true }).waitFor();
});

test('an article is begun in the list of articles, which shows its state and finds it again', async () => {
  const { page } = await openScreen('/admin/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('A list of its own');
  await draftSaved(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'A list of its own' });
  await expect(row).toContainText('Draft');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Published/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Search the articles' }).fill('OWN list');
  await expect(page.getByRole('row')).toHaveCount(2);
  await row.getByRole('link').click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true }).first()).toHaveValue('A list of its own');
  const discard = async () => {
    await chooseMore(page, 'Discard draft');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  };
  await page.route('**/api/drafts/**', (route) => route.abort());
  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first();
  await title.fill('A list of its own, typed on the train');
  await discard();
  await page.getByText('The draft was not discarded, because its newest text is not saved yet.').waitFor();
  await page.unroute('**/api/drafts/**');
  await title.fill('A list of its own');
  await draftSaved(page);
  await discard();
  await page.waitForURL('**/admin/articles*');
  await status(page, 'The draft “A list of its own” is discarded.').getByRole('button', { name: 'Undo' }).click();
  const discardInList = async () => {
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(row).toHaveCount(0);
  };
  await discardInList();
  await page.goto(`${product.stack.url}/admin/content/removed`);
  await page.getByText(/^Insights, Articles\. Draft, discarded .* by /).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore the draft A list of its own' }).click();
  await status(page, 'The draft “A list of its own” is restored.').waitFor();
  await page.goto(`${product.stack.url}/admin/articles`);
  await discardInList();
});

test('the history of an article is opened in its writer, shows its text with the changes, and leads back to it', async () => {
  const { body, ...value } = (await storedValue('insights', 'article-the-friday-page')) as { body: StoredNode };
  const added = { type: 'paragraph', content: [{ type: 'text', text: 'Added by a colleague.' }] };
  const content = [...(body.content ?? []), added];
  await colleague().save('insights', 'article-the-friday-page', { ...value, body: { ...body, content } });
  const { page } = await openScreen(`${editorPath}&from=articles`);
  await chooseMore(page, 'History');
  await page.getByRole('heading', { level: 1, name: 'History of The Friday page' }).waitFor();
  await page.getByText('A draft is listed here once you publish it.').waitFor();
  const text = page.getByRole('group', { name: 'Text' });
  await text.locator('ins', { hasText: 'Added by a colleague.' }).waitFor();
  await text.getByRole('heading', { name: 'What is on the page' }).waitFor();
  expect(await findViolations(text)).toEqual([]);
  const marked = page.getByRole('navigation', { name: 'Admin' }).locator('li [aria-current]');
  await expect(marked).toContainText(['Articles']);
  const nav = page.getByRole('navigation', { name: 'Breadcrumbs' });
  expect(await nav.getByRole('link').allTextContents()).toEqual(['Back to the article', 'Articles']);
  await nav.getByRole('link', { name: 'Back to the article' }).click();
  await getText(page).waitFor();
});

test('a new article is a draft in the list and nowhere on the site, until it is published', async () => {
  const { page } = await openScreen('/admin/content?section=insights');
  await page.getByRole('button', { name: 'Add an article' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Written over two days');
  await draftSaved(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const draft = page.locator('[data-item^="insights.article-draft-"]');
  await draft.getByText('Draft', { exact: true }).waitFor();
  await draft.getByRole('heading', { name: 'Written over two days' }).waitFor();
  for (const listed of ['/', '/insights/', '/insights/rss.xml', '/sitemap.xml'])
    expect(await readPage(product.stack.url, listed)).not.toMatch(/over two days|article-draft|insights\/draft/);
  await page.reload();
  await draft.getByRole('button', { name: /^Edit/ }).click();
  await publish(page);
  await publishStep(page).getByText('This field cannot be empty.').first().waitFor();
  await publishStep(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Publish/ })).toBeFocused();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await page.locator('form [data-pointer="/kicker"]').fill('Writing');
  await page.locator('form [data-pointer="/excerpt"]').fill('It takes two days.');
  await expect(page.locator('form [data-pointer="/publishedOn"]')).toHaveAttribute('placeholder', 'Day of publication');
  await page.getByRole('button', { name: 'Choose another' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choose an image' });
  await dialog.getByRole('tab', { name: 'Illustrations' }).click();
  await dialog.getByRole('tabpanel').getByRole('button').first().click();
  await page.locator('form [contenteditable=true]').click();
  await page.keyboard.type('The first day is for the facts.');
  await publish(page);
  await published(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await card(page, 'insights.article-written-over-two-days').getByText('Published', { exact: true }).waitFor();
  await expect(draft).toHaveCount(0);
  await until('visitors find it', async () =>
    (await readPage(product.stack.url, '/insights/')).includes('Written over two days'),
  );
  const stored = await storedValue('insights', 'article-written-over-two-days');
  expect(stored).toMatchObject({ publishedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });
});

test('an unpublished article leaves the site and stays in the list as a draft', async () => {
  const { page } = await openScreen('/admin/content?section=insights&item=article-hire-for-the-next-stage');
  await choose(page, 'Unpublish');
  await saved(page);
  const entry = card(page, 'insights.article-hire-for-the-next-stage');
  await entry.getByText('Draft', { exact: true }).waitFor();
  await until(
    'visitors do not find it',
    async () => !(await readPage(product.stack.url, '/insights/')).includes('hire-for-the-next-stage'),
  );
  await openEditor(page, 'insights.article-hire-for-the-next-stage');
  await choose(page, 'Schedule…');
  const dialog = page.getByRole('dialog', { name: 'Schedule this article' });
  await dialog.getByRole('button', { name: 'Set the schedule' }).click();
  await status(page, /^Goes live .*, 09:00 IST$/).waitFor();
  await publish(page);
  await published(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await entry.getByText('Published', { exact: true }).waitFor();
});

test('an article that another one names as related is unpublished with that link, or stays open', async () => {
  const [key, other] = ['article-what-a-four-week-audit-finds', 'article-hire-for-the-next-stage'];
  const value = (await storedValue('insights', other)) as object;
  const related = ['/insights/what-a-four-week-audit-finds/'];
  const json = { value: { ...value, related } };
  const { status: answer } = await colleague().call(`/api/content/insights/${other}`, { method: 'PUT', json });
  expect(answer).toBe(200);
  const { page } = await openScreen(`/admin/content?section=insights&item=${key}`);
  const question = page.getByRole('dialog', { name: /^Unpublish “/ });
  await choose(page, 'Unpublish');
  await expect(question.getByRole('listitem')).toHaveText(/^Article: .+“Related article 1” is removed\.$/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await status(page, 'Published').waitFor();
  await choose(page, 'Unpublish');
  await question.getByRole('button', { name: 'Unpublish and update links' }).click();
  await card(page, `insights.${key}`).getByText('Draft', { exact: true }).waitFor();
  await expect.poll(() => storedValue('insights', other)).toMatchObject({ related: [] });
  await page.getByRole('button', { name: /^Undo unpublishing/ }).click();
  await card(page, `insights.${key}`).getByText('Published', { exact: true }).waitFor();
  await expect.poll(() => storedValue('insights', other)).toMatchObject({ related });
});

test('an unlisted article is shown to people with the link, and nothing leads to it', async () => {
  const { page } = await openScreen('/admin/content?section=insights&item=article-what-a-four-week-audit-finds');
  await choose(page, /^Unlist/);
  await page
    .getByRole('dialog', { name: /^Unlist “/ })
    .getByRole('button', { name: 'Unlist' })
    .click();
  await status(page, /“.+” is unlisted: only people with the link/).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const entry = card(page, 'insights.article-what-a-four-week-audit-finds');
  await entry.getByText('Unlisted', { exact: true }).waitFor();
  const { url } = product.stack;
  await until(
    'lists do not contain it',
    async () => !(await readPage(url, '/insights/')).includes('what-a-four-week-audit-finds'),
  );
  for (const listed of ['/', '/insights/rss.xml', '/sitemap.xml', '/sitemap/'])
    expect(await readPage(url, listed)).not.toContain('what-a-four-week-audit-finds');
  expect(await readPage(url, '/insights/what-a-four-week-audit-finds/')).toContain(
    '<meta name="robots" content="noindex"',
  );
  await openEditor(page, 'insights.article-what-a-four-week-audit-finds');
  await chooseMore(page, 'List again');
  await page.getByRole('dialog').getByRole('button', { name: 'List again' }).click();
  await status(page, /“.+” is listed again\./).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await entry.getByText('Published', { exact: true }).waitFor();
});

test('the list shows the time of a scheduled draft, by default 9 am IST of the next working day, until the schedule is cancelled', async () => {
  const { page } = await openScreen(editorPath);
  await typeAtEnd(page, ' For Monday.');
  await draftSaved(page);
  await choose(page, 'Schedule…');
  const dialog = page.getByRole('dialog', { name: 'Schedule your changes' });
  await expect(dialog.getByLabel('Time (IST)')).toHaveValue('09:00');
  expect(await findViolations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set the schedule' }).click();
  await status(page, /^Goes live .*, 09:00 IST$/).waitFor();
  await typeAtEnd(page, ' And more.');
  await status(page, /^Scheduled\. It goes live on /).waitFor({ state: 'hidden' });
  const later = status(page, 'without your later changes.');
  await later.getByRole('button', { name: 'Schedule the current text' }).click();
  await status(page, /^Scheduled\. It goes live on /).waitFor();
  await expect(later).toHaveCount(0);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await card(page, item)
    .getByText(/^Published, update on .*, 09:00 IST$/)
    .waitFor();
  await openEditor(page, item);
  await choose(page, 'Cancel the schedule');
  await status(page, 'The schedule is cancelled.').waitFor();
  await status(page, 'Published, with unpublished changes').waitFor();
});

test('a session that ends while an editor writes is renewed over the text, and the draft is saved', async () => {
  const { page, token } = await openScreen(editorPath);
  await getText(page).waitFor();
  // The save itself ends the session: an earlier refusal of another call would lead to the sign-in screen.
  let isOver = false;
  await page.route('**/api/drafts/**', async (route) => {
    if (!isOver && route.request().method() === 'PUT') {
      isOver = true;
      const headers = { authorization: `Bearer ${token}` };
      await call(`${product.stack.url}/api/auth/logout`, { method: 'POST', headers });
    }
    await route.continue();
  });
  await typeAtEnd(page, ' Typed without a session.');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await draftSaved(page);
  await expect(getText(page)).toContainText('Typed without a session.');
});
