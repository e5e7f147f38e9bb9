import type { Page } from '@playwright/test';
import {
  findViolations,
  openPublishMenu,
  openScreen,
  publish,
  published,
  publishStep,
} from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText } from '../support/rich-text.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const status = (page: Page, text: RegExp | string) => page.getByRole('status').filter({ hasText: text });

test('missing fields are named before an article is scheduled; a published article stays open, and Undo makes it a draft', async () => {
  const { page } = await openScreen(product, '/admin/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await getText(page).click();
  await page.keyboard.type('A text.');
  await page.locator('form [data-pointer="/kicker"]').fill('Writing');
  await page.locator('form [data-pointer="/excerpt"]').fill('');
  await openPublishMenu(page);
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const step = page.getByRole('dialog', { name: 'Schedule this article' });
  await step.getByRole('button', { name: 'Set the schedule' }).click();
  await expect(step.getByRole('textbox', { name: 'Summary' })).toBeFocused();
  await step.getByText('Title: This field cannot be empty.').waitFor();
  await step.getByRole('button', { name: 'Choose a date: Publish on' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: /^15 / }).click();
  await expect(step.getByLabel('Publish on', { exact: true })).toHaveValue(/^15 \w+ 20\d\d$/);
  await step.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('form [data-pointer="/excerpt"]').fill('It comes back.');
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Back in the list');
  await publish(page);
  const message = status(page, 'Published.');
  await expect(message.getByRole('link', { name: 'View on the site' })).toHaveAttribute(
    'href',
    /insights\/back-in-the-list\/$/,
  );
  await page.waitForURL('**item=article-back-in-the-list**');
  await expect(getText(page)).toContainText('A text.');
  await status(page, /^Published$/).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await message.getByRole('button', { name: 'Undo publishing' }).click();
  await status(page, 'Undone').waitFor();
  await openPublishMenu(page);
  await page.getByRole('menuitem', { name: 'Publish now' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Back in the list' });
  await expect(row).toContainText('Draft');
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await status(page, 'Deleted.').waitFor();
  await expect(row).toHaveCount(0);
});

test('a first article needs a title, a text and Publish, which asks for the topic: summary and cover are proposed', async () => {
  const { page } = await openScreen(product, '/admin/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Three steps');
  await getText(page).click();
  await page.keyboard.type('The first paragraph.');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.locator('[data-pointer="/excerpt"]')).toHaveValue('The first paragraph.');
  await expect(details.locator('[data-pointer="/kicker"]')).toHaveValue('');
  await expect(details.getByText(/^Suggested/)).toHaveCount(2);
  await publish(page);
  const step = publishStep(page);
  await step.getByText('This field cannot be empty.').waitFor();
  expect(await findViolations(step)).toEqual([]);
  await step.getByLabel('Topic').fill('Writing');
  await step.getByRole('button', { name: 'Publish now' }).click();
  await published(page);
  await until('visitors read the article', async () =>
    (await readPage(product.stack.url, '/insights/three-steps/')).includes('The first paragraph.'),
  );
});

test('an empty row of a table is pointed out before it is published, and left out on the site', async () => {
  const path = '/admin/content?section=insights&item=article-the-friday-page';
  const { page } = await openScreen(product, path);
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/table');
  await page.keyboard.press('Enter');
  for (const text of ['Cost', 'Rupees', 'Paid', 'Rent', '45,000', 'monthly']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await publish(page);
  const step = page.getByRole('dialog', { name: 'Publish your changes' });
  await step.getByRole('button', { name: /^Show it/ }).click();
  await expect(getText(page)).toBeFocused();
  await publish(page);
  await step.getByRole('button', { name: 'Publish changes' }).click();
  await published(page);
  await until('visitors see the table', async () => {
    const [, table = ''] =
      /(<th[^>]*>\s*Cost.*?)<\/table>/s.exec(await readPage(product.stack.url, '/insights/the-friday-page/')) ?? [];
    return table.split('<tr').length === 2;
  });
});

test('a text stays in its place when it is published for the first time, and the next edit closes the offer to undo that', async () => {
  const { page } = await openScreen(product, '/admin/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('A long text');
  await getText(page).click();
  for (let line = 1; line <= 40; line += 1) {
    await page.keyboard.type(`Line ${line}`);
    await page.keyboard.press('Enter');
  }
  const screen = page.locator('main [data-scrolls]');
  await screen.evaluate((element) => element.scrollTo(0, 600));
  await publish(page);
  await publishStep(page).getByLabel('Topic').fill('Writing');
  await publishStep(page).getByRole('button', { name: 'Publish now' }).click();
  await published(page);
  await page.waitForURL('**item=article-a-long-text**');
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeFocused();
  await expect.poll(() => screen.evaluate((element) => element.scrollTop)).toBe(600);
  const undo = page.getByRole('button', { name: 'Undo publishing', exact: true });
  await undo.waitFor();
  await getText(page).getByText('Line 20').click();
  await page.keyboard.type(' and more');
  await expect(undo).toHaveCount(0);
  await status(page, 'Published, with unpublished changes').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'A long text' });
  await page.getByRole('button', { name: /^Published/ }).click();
  await expect(row).toContainText('Published, with unpublished changes');

  await page.goto(`${product.stack.url}/admin/releases`);
  await page.getByRole('switch', { name: 'Review mode' }).click();
  const panel = page.getByRole('region', { name: 'Pending changes' });
  await panel.getByText('No changes are pending. 1 article has unpublished changes.').waitFor();
  await panel.getByRole('link', { name: '1 article has unpublished changes.' }).click();
  await expect(page.getByRole('button', { name: 'Unpublished changes 1', pressed: true })).toBeVisible();
  await expect(row).toHaveCount(1);
});
