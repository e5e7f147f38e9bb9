import {
  card,
  chooseAction,
  findViolations,
  openEditor,
  openScreen as openScreenOf,
  save,
  saved,
} from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, readPage, signIn } from '../support/session.ts';
import { owner, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

const openScreen = (path: string) => openScreenOf(product, path);

const { shows } = product;
const hides = (text: string) =>
  until(`visitors do not see "${text}"`, async () => !(await readPage(product.stack.url)).includes(text));

test('an entry is added, moved, hidden and removed, and each change reaches the public page', async () => {
  const { page } = await openScreen('/admin/content?section=cta');
  await page.getByRole('button', { name: 'Add an FAQ question' }).click();
  await page.getByLabel('Question', { exact: true }).fill('Who answers a new question?');
  await page.getByLabel('Answer').fill('An editor, in the admin.');
  await save(page);
  await saved(page);
  await shows('Who answers a new question?');

  const item = 'cta.faq-who-answers-a-new-question';
  const choose = (action: string) => chooseAction(page, item, action);
  const findPosition = async (text: string) => (await readPage(product.stack.url)).indexOf(text);
  const [neighbour] = await card(page, item)
    .locator('xpath=preceding-sibling::li[1]')
    .getByRole('heading')
    .allTextContents();
  await choose('Move up');
  await until('visitors see it further up', async () => {
    return (await findPosition('Who answers a new question?')) < (await findPosition(neighbour ?? ''));
  });

  await choose('Hide from the site');
  await hides('Who answers a new question?');
  await choose('Show on the site');
  await shows('Who answers a new question?');

  await choose('Remove');
  await card(page, item).waitFor({ state: 'detached' });
  await hides('Who answers a new question?');
});

test('leaving a screen with unsaved text asks for confirmation', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Not saved yet');
  const leave = () => page.getByRole('link', { name: 'Releases' }).first().click();
  await leave();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual(['/admin/content', 'Not saved yet']);
  await leave();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/admin/releases');
  expect(await readPage(product.stack.url)).not.toContain('Not saved yet');
});

test('a text that could not be sent stays in its form and is saved when the server responds again', async () => {
  const { page } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Typed while the server was away');
  await page.route('**/api/content/**', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await save(page);
  await page.getByText('Failed to update content. Please try again.').first().waitFor();
  await page.unroute('**/api/content/**');
  await page.route('**/api/content/**', (route) => route.abort('connectionrefused'));
  await save(page);
  await page.getByText(/1 save is stored on this device/).waitFor();
  expect(await card(page, 'hero.title').getByRole('textbox').first().inputValue()).toBe(
    'Typed while the server was away',
  );
  await page.unroute('**/api/content/**');
  await saved(page);
  await shows('Typed while the server was away');
});

test('a session that expires while an editor types is renewed in a dialog, and nothing is lost', async () => {
  const { page, token } = await openScreen('/admin/content');
  const field = await openEditor(page, 'hero.title');
  await field.fill('Typed when the session ended');
  // The save itself ends the session: if another call failed earlier, the dialog would cover the button.
  let isOver = false;
  await page.route('**/api/content/**', async (route) => {
    if (!isOver && route.request().method() !== 'GET') {
      isOver = true;
      await call(`${product.stack.url}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    }
    await route.continue();
  });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await page
    .getByText('You are signed out. 1 save is stored on this device and sent once you have signed in.')
    .waitFor();
  expect(await page.getByText('The server does not answer.').count()).toBe(0);
  expect(await findViolations(dialog)).toEqual([]);
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await saved(page);
  await shows('Typed when the session ended');
});

/** Opens the dashboard and blocks the code of the images screen until `chunk` is unrouted. */
async function openWithoutImagesScreen() {
  const { page } = await openScreen('/admin');
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  const chunk = '**/static/js/images-screen.*';
  await page.route(chunk, (route) => route.abort());
  return { page, chunk, loads: () => count };
}

test('a screen that does not load reloads the page once, and then shows an error [R30]', async () => {
  const { page, chunk, loads } = await openWithoutImagesScreen();
  await page.goto(`${product.stack.url}/admin/images`);
  await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
  expect(loads()).toBe(2);
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Image Management' }).waitFor();
});

test('a screen that throws says that nothing is lost, and works after a reload [R30]', async () => {
  const { page } = await openScreen('/admin/releases');
  // A response that no version of the server sends.
  await page.route('**/api/releases', (route) =>
    route.fulfill({ json: { success: true, releases: [{}], failures: [] } }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.getByText('Your saved changes are safe.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.unroute('**/api/releases');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Releases so far' }).waitFor();
});

test('the audit log shows the text before and after, and links to that version of the item', async () => {
  const session = await signIn(product.stack.url);
  await session.save('services', 'heading', 'Earlier text');
  await session.save('services', 'heading', 'Newer words');
  const { page } = await openScreen('/admin/log?area=content');
  const entry = page.getByRole('listitem').filter({ hasText: 'Newer words' }).first();
  await expect(entry.locator('del')).toHaveText('removed: Earlier text');
  await expect(entry.locator('ins')).toHaveText('added: Newer words');
  expect(await findViolations(entry)).toEqual([]);
  // Not the newest version, which the history opens by default.
  const older = page.getByRole('listitem').filter({ hasText: 'Earlier text' }).nth(1);
  await older.getByRole('link', { name: /^See this version/ }).click();
  await page.getByRole('heading', { level: 1, name: /^History of/ }).waitFor();
  await page.getByRole('button', { name: 'Restore this version' }).waitFor();
});
