import { publish, published } from '../support/admin-screen.ts';
import { useEditors } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';

const { product, openScreen } = useEditors();
const path = '/insights/the-friday-page/';
const editorPath = '/admin/content?section=insights&item=article-the-friday-page';

test('an article gets another address, and the old one leads there', async () => {
  const { page } = await openScreen(editorPath);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('textbox', { name: 'Address' }).fill('one-page-a-week');
  await publish(page);
  await published(page);
  const { url } = product.stack;
  await until('the old address is redirected', async () => {
    const { status, headers } = await fetch(`${url}${path}?from=mail`, { redirect: 'manual' });
    return status === 301 && headers.get('location') === '/insights/one-page-a-week/?from=mail';
  });
  expect(await readPage(url, '/insights/one-page-a-week/')).toContain('<h1');
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('The Friday page');
  await page.getByRole('textbox', { name: 'Address' }).fill('the-friday-page');
  await publish(page);
  await published(page);
  await until('the first address is back', async () => (await fetch(url + path, { redirect: 'manual' })).ok);
  expect((await fetch(`${url}/insights/one-page-a-week/`, { redirect: 'manual' })).status).toBe(301);
});
