import { runAxe } from '../../support/axe.ts';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit } from '../../support/visit.ts';

test('on a phone a service is a row that opens and closes', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 390, height: 844 } });
  const service = page.locator('.service').nth(1);
  const toggle = service.getByRole('button', { name: 'Business setup' });
  const link = service.getByRole('link', { name: 'Talk to us about business setup' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(link).toBeHidden();
  // Any place of the row opens it.
  const { x = 0, y = 0 } = (await service.getByText('Entity choice').boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(link).toBeVisible();
  expect(await runAxe(page.locator('.service-grid'))).toEqual([]);
  await toggle.press('Enter');
  await expect(link).toBeHidden();
});

test('a link to a service opens its row, and find in page reaches what is closed', async () => {
  const page = await visit({ path: '/#audit', viewport: { width: 390, height: 844 } });
  await expect(page.getByRole('link', { name: 'Talk to us about an audit' })).toBeVisible();
  const closed = page.locator('.service').nth(8).locator('.service-more');
  await expect(closed).toHaveAttribute('hidden', 'until-found');
  await closed.dispatchEvent('beforematch');
  await expect(page.getByRole('link', { name: 'Talk to us about finance' })).toBeVisible();
});

test('on a wide screen every service is open, and a window that becomes wide opens them', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 390, height: 844 } });
  const link = page.getByRole('link', { name: 'Talk to us about finance' });
  await expect(link).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(link).toBeVisible();
  await expect(page.locator('.service-toggle').first()).toBeHidden();
});

test('the lists of a row begin at one height', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 1280, height: 900 } });
  const tops = await page
    .locator('.service ul')
    .evaluateAll((lists) => lists.map((list) => Math.round(list.getBoundingClientRect().top)));
  for (const row of [0, 3, 6]) expect(new Set(tops.slice(row, row + 3)).size).toBe(1);
});

test('the whole card opens the dialog with a sentence about the service', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 1280, height: 900 } });
  const { x = 0, y = 0 } = (await page.locator('.service').nth(2).locator('h3').boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await expect(page.locator('.contact-dialog')).toBeVisible();
  await expect(page.getByLabel('What would you like help with?')).toHaveValue(/service: Organisational audit\./);
});

test('the chat of a service names the service', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 1280, height: 900 } });
  const href = await page.getByRole('link', { name: 'WhatsApp Organisational audit' }).getAttribute('href');
  expect(new URL(href ?? '').searchParams.get('text')).toMatch(/service: Organisational audit\.$/);
});

test('no text of a service and no question ends with one word on a line of its own', async () => {
  const page = await visit({ path: '/#services', viewport: { width: 360, height: 844 } });
  await renderAllSections(page);
  await page.evaluate(() => document.fonts.ready);
  for (const width of [360, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const orphans = await page
      .locator('.service h3, .service > p, .service ul > li, .faq summary')
      .evaluateAll((texts) =>
        texts.flatMap((element) => {
          const text = element.firstChild as Text;
          const words = [...text.data.matchAll(/\S+/g)];
          const bottoms = words.map(({ index, 0: word }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getBoundingClientRect().bottom;
          });
          // Of two or three words, one may be alone.
          const isOrphan = words.length > 3 && bottoms.at(-1) !== bottoms.at(-2);
          return isOrphan ? [text.data] : [];
        }),
      );
    expect(orphans, `${width} px`).toEqual([]);
  }
});
