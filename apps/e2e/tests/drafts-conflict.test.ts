import { chooseMore, findViolations, publish, published } from '../support/admin-screen.ts';
import { draftSaved, editorPath, status, typeAtEnd } from '../support/drafts.ts';
import { kill, second, useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText } from '../support/rich-text.ts';

const { product, openScreen, storedValue } = useEditors();

/** Opens the writer, then saves a sentence of the second editor, so that the opened text is outdated. */
async function openBeforeSaveOfSecond(sentence: string) {
  const one = await openScreen(editorPath);
  const two = await openScreen(editorPath, second);
  await getText(one.page).waitFor();
  await typeAtEnd(two.page, ` ${sentence}`);
  await draftSaved(two.page);
  return one;
}

test('the texts of two people in one draft are merged by block', async () => {
  const one = await openBeforeSaveOfSecond('Added by the second.');
  await getText(one.page).click();
  await one.page.keyboard.press('Control+Home');
  await one.page.keyboard.type('Added by the first. ');
  const notice = one.page.getByRole('alert').filter({ hasText: 'Your newest text is not saved.' });
  await notice.getByText(/Editor Two has saved this draft since you opened it/).waitFor();
  expect(await findViolations(notice)).toEqual([]);
  await one.page.getByRole('button', { name: 'Compare and merge' }).click();
  const conflict = one.page.getByRole('region', { name: 'Two people edited this' });
  await conflict.getByText('Editor Two saved this').waitFor();
  await conflict.getByRole('button', { name: 'Save the merged text' }).click();
  await expect(getText(one.page)).toContainText('Added by the first.');
  await expect(getText(one.page)).toContainText('Added by the second.');
  await draftSaved(one.page);
  await publish(one.page);
  await published(one.page);
  const stored = JSON.stringify(await storedValue('insights', 'article-the-friday-page'));
  for (const sentence of ['Added by the first.', 'Added by the second.']) expect(stored).toContain(sentence);
});

test('two people change the same paragraph, and the second one chooses between both texts', async () => {
  const one = await openBeforeSaveOfSecond('The end of the second.');
  await typeAtEnd(one.page, ' The end of the first.');
  await one.page.getByRole('button', { name: 'Compare and merge' }).click();
  const conflict = one.page.getByRole('region', { name: 'Two people edited this' });
  await conflict.getByText(/Nothing is lost\. Only “.+” needs your decision\./).waitFor();
  const choice = conflict.getByRole('radio', { name: /^Editor Two’s:/ });
  await expect(conflict.getByRole('radio', { name: /^Yours:/ })).toBeChecked();
  await choice.click();
  await conflict.getByRole('button', { name: 'Save their version' }).click();
  await expect(getText(one.page)).toContainText('The end of the second.');
  await expect(getText(one.page)).not.toContainText('The end of the first.');
  await draftSaved(one.page);
  await chooseMore(one.page, 'Discard changes');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await status(one.page, 'Changes discarded.').waitFor();
});

test('text that only this browser has is offered, and compared with a newer draft of another editor', async () => {
  const { page } = await openScreen(editorPath);
  await getText(page).waitFor();
  await page.route('**/api/drafts/**', (route) => route.abort());
  await typeAtEnd(page, ' Typed on the train.');
  await status(page, 'Your text stays in this browser.').waitFor();
  const context = page.context();
  await kill(page);
  const { page: other } = await openScreen(editorPath, second);
  await getText(other).click();
  await other.keyboard.press('Control+Home');
  await other.keyboard.type('Typed at the desk. ');
  await draftSaved(other);
  const again = await context.newPage();
  await again.goto(product.stack.url + editorPath);
  await again.getByRole('button', { name: 'Restore' }).click();
  await again.getByRole('button', { name: 'Save the merged text' }).click();
  await expect(getText(again)).toContainText('Typed on the train.');
  await expect(getText(again)).toContainText('Typed at the desk.');
  await draftSaved(again);
});
