import { beforeAll, expect, test } from 'vitest';
import { openScreen, violationsOf } from '../support/admin-screen.ts';
import { readPage, type Session, signIn } from '../support/session.ts';
import { startStack, until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

let session: Session;

const product = useProduct();
beforeAll(async () => {
  session = await signIn(product.stack.url);
});

const { shows } = product;

test('in review mode saves wait, one press publishes them, and a release is brought back', async () => {
  const { page, mistakes } = await openScreen(product, '/admin/releases');
  await page.getByRole('switch', { name: 'Review mode' }).click();
  await page.getByText('Nothing waits: visitors see every save.').waitFor();
  await session.save('hero', 'title', 'Waits for a second pair of eyes');
  await page.getByRole('button', { name: /1 change waiting/ }).waitFor();
  const panel = page.getByRole('region', { name: 'Waiting to be published' });
  await panel.getByText('Waits for a second pair of eyes').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await readPage(product.stack.url)).not.toContain('Waits for a second pair of eyes');

  await panel.getByRole('button', { name: 'Publish 1 change' }).click();
  await shows('Waits for a second pair of eyes');
  await panel.getByText('Nothing waits: visitors see every save.').waitFor();

  const first = page
    .getByRole('listitem')
    .filter({ hasText: /^Release 1(?!\d)/ })
    .first();
  await first.getByRole('button', { name: 'Bring back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Bring back release 1' }).click();
  await until(
    'visitors see the older words',
    async () => !(await readPage(product.stack.url)).includes('second pair of eyes'),
  );
  await page.getByRole('region', { name: 'Publishing is held' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume publishing' }).click();
  await shows('Waits for a second pair of eyes');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

test('what is scheduled goes live by itself, also when the product was stopped at that time', async () => {
  await session.call('/api/publishing/review', { method: 'PUT', json: { review: true } });
  const { body } = await session.save('hero', 'title', 'Due while nobody was running');
  const { page } = await openScreen(product, '/admin/releases');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Goes live at').waitFor();
  await page.getByRole('button', { name: 'Set the time' }).click();
  await page
    .getByText(/^Goes live/)
    .first()
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
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
  const again = await startStack({ DATA_DIR: product.stack.dataDir });
  try {
    await until('visitors see it', async () => (await readPage(again.url)).includes('Due while nobody was running'));
  } finally {
    await again.stop();
  }
});
