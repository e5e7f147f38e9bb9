import { getDialogParts, success } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { signIn } from '../../support/session.ts';
import { siteUrl, visit } from '../../support/visit.ts';

const path = '/insights/the-friday-page/';
const title = 'The Friday page: one sheet that replaces six meetings';
const offer = 'Ask about this article';

/** Returns where the enquiry of a company was written. */
async function findOrigin(companyName: string): Promise<object> {
  const session = await signIn(siteUrl);
  const query = `/api/enquiries?q=${encodeURIComponent(companyName)}`;
  const { body } = await session.call<{ enquiries: { id: string }[] }>(query);
  return (await session.call<{ enquiry: object }>(`/api/enquiries/${body.enquiries[0]?.id}`)).body.enquiry;
}

test('the enquiry form of an article opens on its page without React, names the article and returns to it', async () => {
  const page = await visit({ path });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const opener = page.getByRole('link', { name: offer });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const { company, email, message, send } = getDialogParts(dialog);
  await expect(message).toHaveValue(`I have read your article “${title}”.`);
  await company.fill('Reader Mills');
  await email.fill('reader@mills.in');
  await send.click();
  await dialog.getByText(success).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect(page.locator('.opener-note')).toContainText(success);
  expect(new URL(page.url()).pathname).toBe(path);
  expect(scripts.filter((path) => /contact-dialog|react|client/.test(path))).toEqual([
    expect.stringMatching(/contact-dialog/),
  ]);
  expect(await findOrigin('Reader Mills')).toMatchObject({ origin: title, page: path });
});

test('every other button for an enquiry on an article opens the form there, too', async () => {
  const page = await visit({ path, viewport: { width: 360, height: 780 } });
  await page.locator('.menu-button').click();
  await page.locator('#site-menu').getByRole('link', { name: 'Enquire' }).click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
});

test('without JavaScript the form of an article is on its page, and names the article', async () => {
  const page = await visit({ path, javaScriptEnabled: false });
  await page.getByRole('link', { name: offer }).click();
  const form = page.locator('form#enquiry');
  await form.getByLabel(/Company name/).fill('Plain Reader Mills');
  await form.getByLabel(/Work email/).fill('plain@mills.in');
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await page.waitForURL('**/thanks/**');
  expect(await findOrigin('Plain Reader Mills')).toMatchObject({ origin: title, page: path });
});

test('an article is shared by links that load nothing before they are pressed, and its link can be copied', async () => {
  const page = await visit({ path, permissions: ['clipboard-read', 'clipboard-write'] });
  const share = page.getByRole('region', { name: 'Share this article' });
  await expect(share.getByRole('link')).toHaveCount(4);
  await share.getByRole('button', { name: 'Copy the link' }).click();
  await expect(share.getByRole('status')).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(siteUrl + path);
  const origins = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
  );
  expect(new Set(origins)).toEqual(new Set([siteUrl]));
});

test('without JavaScript there is no button to copy the link', async () => {
  const page = await visit({ path, javaScriptEnabled: false });
  await expect(page.getByRole('region', { name: 'Share this article' }).getByRole('link')).toHaveCount(4);
  expect(await page.getByRole('button', { name: 'Copy the link' }).isVisible()).toBe(false);
});

test('a reader goes from an article to the next one', async () => {
  const page = await visit({ path });
  const related = page.getByRole('region', { name: 'Read next' }).getByRole('link');
  await expect(related).toHaveCount(2);
  await related.first().click();
  await page.getByRole('heading', { level: 1, name: 'Hire for the next stage, not the last crisis' }).waitFor();
});

test('the column of author and links beside an article has room for its lines at every width', async () => {
  const page = await visit({ path });
  const widths: number[] = [];
  for (const width of [360, 768, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    widths.push((await page.locator('.article-side').boundingBox())?.width ?? 0);
  }
  expect(Math.min(...widths)).toBeGreaterThan(200);
});
