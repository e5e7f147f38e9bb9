import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPage, type Session, signIn } from '../support/session.ts';
import { startProduct, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

let session: Session;

const product = useProduct();
test.beforeAll(async () => {
  session = await signIn(product.stack.url);
});

const { shows } = product;

test('in review mode changes stay pending until they are published, and a release is rolled back', async () => {
  const { page } = await openScreen(product, '/admin/releases');
  await page.getByRole('switch', { name: 'Review mode' }).click();
  await page.getByText('No changes are pending.').waitFor();
  await session.save('hero', 'title', 'Waits for a second pair of eyes');
  await page.getByRole('button', { name: /1 pending change/ }).waitFor();
  const panel = page.getByRole('region', { name: 'Pending changes' });
  await panel.getByText('Waits for a second pair of eyes').waitFor();
  expect(await findViolations(panel)).toEqual([]);
  expect(await readPage(product.stack.url)).not.toContain('Waits for a second pair of eyes');

  await panel.getByRole('button', { name: 'Publish 1 change' }).click();
  await shows('Waits for a second pair of eyes');
  await panel.getByText('No changes are pending.').waitFor();

  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Release 1', { exact: true }) })
    .first();
  await first.getByRole('button', { name: 'More for release 1' }).click();
  await page.getByRole('menuitem', { name: 'Show temporarily' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show temporarily' }).click();
  await until(
    'visitors see the older words',
    async () => !(await readPage(product.stack.url)).includes('second pair of eyes'),
  );
  const banner = page.getByRole('region', { name: 'Publishing is paused' });
  await banner.waitFor();
  // The button is gone, and its release has the focus.
  await expect
    .poll(() => page.evaluate(() => document.querySelector(':focus')?.textContent))
    .toMatch(/^Release 1(?!\d).*Live/);
  expect(await findViolations(banner)).toEqual([]);
  // The banner appears on every screen.
  await page.goto(`${product.stack.url}/admin/content`);
  await banner.waitFor();
  await page.goto(`${product.stack.url}/admin`);
  await banner.waitFor();
  await banner.getByRole('button', { name: 'Resume publishing' }).click();
  // It would be public immediately, so the dialog can be cancelled.
  await dialog.getByText('This change goes live at once.').waitFor();
  expect(await findViolations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep paused' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await readPage(product.stack.url)).not.toContain('second pair of eyes');
  await banner.getByRole('button', { name: 'Resume publishing' }).click();
  await dialog.getByRole('button', { name: 'Resume publishing' }).click();
  await banner.waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIV');
  await shows('Waits for a second pair of eyes');
});

test('in review mode some changes are published, one is discarded, and the discard is undone', async () => {
  await session.call('/api/publishing/review', { method: 'PUT', json: { review: true } });
  await session.save('hero', 'title', 'Ready to go');
  await session.save('hero', 'subtitle', 'Not ready yet.');
  const { page } = await openScreen(product, '/admin/releases');
  const panel = page.getByRole('region', { name: 'Pending changes' });
  await panel.getByRole('checkbox', { name: /Sub-headline/ }).uncheck();
  expect(await findViolations(panel)).toEqual([]);
  await panel.getByRole('button', { name: 'Schedule all' }).click();
  await panel.getByRole('button', { name: 'Schedule all changes' }).waitFor();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Publish 1 of 2 changes' }).click();
  await page.getByText('Published 1 change. View on the site').waitFor();
  await shows('Ready to go');
  expect(await readPage(product.stack.url)).not.toContain('Not ready yet.');
  await expect(panel.getByRole('checkbox')).toHaveCount(1);
  await panel.getByRole('button', { name: /^Discard the change of .*Sub-headline/ }).click();
  await page.getByRole('button', { name: 'Discard this change' }).click();
  await panel.getByText('No changes are pending.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await panel.getByText('Not ready yet.').waitFor();

  // The restore of an earlier version would lose the pending change, so an editor has to select it.
  await page.goto(`${product.stack.url}/admin/releases/version?revision=1`);
  const differences = page.getByRole('region', { name: 'Differences from the current content' });
  await differences.getByText('Has a pending change, which would be lost.').waitFor();
  await expect(differences.getByRole('checkbox', { name: 'Hero: Sub-headline' })).not.toBeChecked();
  await expect(differences.getByRole('checkbox', { name: 'Hero: Headline' })).toBeChecked();
});

test('a failed publish can be retried where its error is shown', async () => {
  await session.call('/api/publishing/review', { method: 'PUT', json: { review: false } });
  using database = new DatabaseSync(join(product.stack.dataDir, 'threadline.db'), { timeout: 5000 });
  // The API rejects such a link, so it is written into the database.
  const setAbout = (href: string) =>
    database.prepare(`update content_items set value = json_set(value, '$.href', ?) where key = 'nav-about'`).run(href);
  const { page } = await openScreen(product, '/admin/releases');
  const alert = page.getByRole('alert').filter({ hasText: 'was not published' });
  const pill = page.getByRole('button', { name: /^Publishing/ });

  setAbout('#nowhere');
  await session.save('hero', 'title', 'Stopped on its way, once');
  await alert.getByRole('link', { name: 'Go to the field' }).waitFor();
  expect(await findViolations(alert)).toEqual([]);
  setAbout('#about');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await shows('Stopped on its way, once');
  await alert.waitFor({ state: 'detached' });

  setAbout('#nowhere');
  await session.save('hero', 'title', 'Stopped on its way, twice');
  await pill.filter({ hasText: 'Not published' }).click();
  setAbout('#about');
  const details = page.getByRole('dialog', { name: 'Publishing' });
  await details.getByRole('button', { name: 'Try again' }).click();
  await shows('Stopped on its way, twice');
  // Two releases of one field are distinguished by their changes.
  const newest = page.getByRole('listitem').filter({ hasText: /Live/ });
  await expect(newest).toContainText('Stopped on its way, removed: onceadded: twice');
  await page.goto(`${product.stack.url}/admin/log?area=changes`);
  await page.getByText('retried publishing').first().waitFor();
});

test('an earlier version is viewed, compared and restored, and the restore is undone', async () => {
  await session.call('/api/publishing/review', { method: 'PUT', json: { review: false } });
  await session.save('hero', 'title', 'Of the earlier version');
  await shows('Of the earlier version');
  await session.save('hero', 'title', 'Of the newer version');
  await session.save('hero', 'badge-newer', { label: 'Added since', proof: 'Proof', href: '/careers/' });
  await shows('Added since');

  const { page } = await openScreen(product, '/admin/releases');
  // The newest release moves the others down when it arrives.
  await page.getByRole('listitem').filter({ hasText: 'Added since' }).first().waitFor();
  const earlier = page.getByRole('listitem').filter({ hasText: 'added: Of the earlier version' });
  await earlier.getByRole('link', { name: /^View and restore release/ }).click();
  const then = page.getByRole('region', { name: /^The page: Release \d+, \d/ }).frameLocator('iframe');
  await expect(then.locator('body')).toContainText('Of the earlier version');
  const differences = page.getByRole('region', { name: 'Differences from the current content' });
  await expect(differences.getByRole('listitem')).toHaveText([
    /Of the removed: neweradded: earlier version/,
    /Added since/,
  ]);
  expect(await findViolations(differences)).toEqual([]);
  await page.getByText('Side by side').click();
  const now = page.getByRole('region', { name: 'The page: Now on the site' }).frameLocator('iframe');
  await expect(now.locator('body')).toContainText('Of the newer version');
  await page.getByText('1 of 2 differences: Hero: Headline').waitFor();

  // Nothing is removed unless the editor selects it.
  const restore = page.getByRole('button', { name: 'Restore 1 item', exact: true });
  await restore.waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Restore 1 item, remove 1' }).waitFor();
  await differences.getByRole('region', { name: 'Added since then' }).getByRole('checkbox').uncheck();
  await page.getByRole('checkbox', { name: 'Hero: Headline' }).uncheck();
  await expect(page.getByRole('button', { name: 'Select an item to restore' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Hero: Headline' }).check();
  await restore.click();
  await shows('Of the earlier version');
  await page.getByText('Restored “Hero: Headline”.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Undo the restore of “Hero: Headline”' }).click();
  await shows('Of the newer version');
  await page.getByText('Undone: the restore of “Hero: Headline”.').waitFor();
  await page.getByRole('button', { name: 'Redo the restore of “Hero: Headline”' }).waitFor();
});

test('scheduled changes go live by themselves, also if the product was stopped at that time', async () => {
  await session.call('/api/publishing/review', { method: 'PUT', json: { review: true } });
  const { body } = await session.save('hero', 'title', 'Due while nobody was running');
  const { page } = await openScreen(product, '/admin/releases');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Publish on', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Set the schedule' }).click();
  await page
    .getByText(/^Goes live/)
    .first()
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the schedule' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor();
  await page.context().close();

  const at = new Date(Date.now() + 1500).toISOString();
  const { status } = await session.call('/api/publishing/schedule', {
    method: 'PUT',
    json: { at, revision: body.revision },
  });
  expect(status).toBe(200);
  await product.stack.stop();
  await until('its time is over', () => Date.now() > Date.parse(at));
  const again = await startProduct({ DATA_DIR: product.stack.dataDir });
  try {
    await until('visitors see it', async () => (await readPage(again.url)).includes('Due while nobody was running'));
  } finally {
    await again.stop();
  }
});
