import { publish, published } from '../support/admin-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { field, headline, isInSight, openPreview } from '../support/preview-screen.ts';
import { readPage } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('a click on a text beside a drawing puts the caret into its field, also if its item is closed', async () => {
  const { page, shown } = await openPreview(product, 'section=about');
  await headline(shown).waitFor();
  const entries = shown.locator('.ticker ul').first().locator('li');
  for (const index of [0, 1]) {
    const text = ((await entries.nth(index).textContent()) ?? '').trim();
    await entries.nth(index).click();
    const focused = page.locator('[data-item^="hero.ticker-"] form [data-pointer=""]:focus');
    await expect(focused).toHaveValue(text);
  }
  await page.close();
});

test('the page is readable beside the form, and takes the whole screen on request', async () => {
  const { page, shown } = await openPreview(product, 'section=hero&item=title');
  await headline(shown).waitFor();
  const frame = page.locator('iframe');
  const readScale = () =>
    frame.evaluate((element: HTMLElement) => element.getBoundingClientRect().width / element.offsetWidth);
  expect(await readScale()).toBeGreaterThanOrEqual(0.7);
  const divider = page.getByRole('separator', { name: 'Width of the preview' });
  const widthBefore = (await frame.boundingBox())?.width ?? 0;
  await divider.press('ArrowRight');
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThan(widthBefore);
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', '66');
  await divider.dblclick();
  await expect(divider).toHaveAttribute('aria-valuenow', '68');

  const form = page.locator('[data-item="hero.title"] form');
  await field(page, 'hero.title', '').fill('Typed before full view');
  await page.keyboard.press('Control+.');
  await expect(form).toBeHidden();
  const title = headline(shown);
  await expect(title).toHaveText('Typed before full view');
  await title.click();
  await expect(title).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', and in it');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await product.shows('Typed before full view, and in it');
  await expect(form).toBeHidden();
  // Text with placeholders is edited in the form.
  await shown.locator('.availability').first().click();
  await expect(page.locator('[data-item] form')).toBeVisible();
  await page.close();
});

test('the preview scrolls to the focused field, outlines it and shows its slide', async () => {
  const { page, shown } = await openPreview(product, 'section=process&item=heading');
  await until('the heading of the process is in sight', async () =>
    (await shown.locator('#process').count()) > 0 ? isInSight(page, '#process h2') : false,
  );
  await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-hiring&field=/headline`);
  const slide = shown.locator('.slide').nth(1);
  await until('the second slide is in front', async () => (await slide.getAttribute('data-active')) !== null);
  // Its name is outside of it, and the text of its drawing in a separate file.
  for (const field of ['/label', '/media/findings/0/text']) {
    await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-audit&field=${field}`);
    const third = shown.locator('.slide').nth(2);
    await until('the third slide is in front', async () => (await third.getAttribute('data-active')) !== null);
    await expect(shown.locator('.indicators [aria-disabled=true]')).toHaveText('Organisational audit');
  }
  await page.close();
});

test("the outline labels the focused field in the site's font, and is hidden if the page does not show the field", async () => {
  const { page, shown } = await openPreview(product, 'section=site&item=contact&field=/email');
  await headline(shown).waitFor();
  const note = page.getByText(/^“.+” is not visible on the page itself\.$/);
  const focus = (pointer: string) => field(page, 'site.contact', pointer).first().focus();
  const isOutlined = (selector: string) =>
    until(`${selector} is outlined`, async () => {
      const outline = await shown.locator('.focus:not([hidden])').boundingBox();
      const marked = await shown.locator(selector).first().boundingBox();
      if (!outline || !marked) return false;
      const middle = marked.y + marked.height / 2;
      return outline.y < middle && middle < outline.y + outline.height && outline.height < marked.height + 20;
    });
  await isOutlined('address a[href^="mailto:"]');
  const readFont = (selector: string) => shown.locator(selector).evaluate((part) => getComputedStyle(part).fontFamily);
  expect(await readFont('.focus:not([hidden]) > span')).toBe(await readFont('body'));
  await focus('/phone');
  await isOutlined('address a[href^="tel:"]');
  await focus('/openDays');
  await isOutlined('address > span:last-child');
  await focus('/addressLines/0');
  await isOutlined('address > span:first-child');
  expect(await note.count()).toBe(0);
  await page.goto(`${product.stack.url}/admin/content?section=hero&item=slide-audit&field=/media/type`);
  await isOutlined('.slide:nth-child(3) .hero-media svg:visible');
  await page.goto(`${product.stack.url}/admin/content?section=insights&item=article-the-friday-page&field=/title`);
  await isOutlined('h1');
  const [label, meta] = await Promise.all(
    ['.focus:not([hidden]) > span', '.article-meta'].map((selector) => shown.locator(selector).first().boundingBox()),
  );
  expect(label && meta && label.y < meta.y + meta.height && label.x < meta.x + meta.width).toBe(false);
  await page.goto(`${product.stack.url}/admin/content?section=site&item=seo&field=/image`);
  await note.waitFor();
  await page.close();
});

test('the tab of a section scrolls it into view, once, also from another page', async () => {
  const { page, shown } = await openPreview(product, 'section=hero');
  await headline(shown).waitFor();
  const choose = (name: RegExp) => page.getByRole('tab', { name }).click();
  const place = () => shown.locator('html').evaluate(() => scrollY);
  await choose(/^Process/);
  await until('the process is in sight', () => isInSight(page, '#process h2'));
  await choose(/^Hero/);
  await expect.poll(() => place()).toBe(0);
  await shown.locator('.legal a[href="/terms/"]').click();
  await shown.locator('h1', { hasText: 'Terms' }).waitFor();
  await choose(/^Statistics|^Stats/);
  await headline(shown).waitFor({ state: 'attached' });
  await until('the figures are in sight', () => isInSight(page, '#stats h2'));
  // Late fonts and pictures change the height of the content above.
  await shown.locator('main').evaluate((main) => main.prepend(document.createElement('hr')));
  await shown
    .locator('main > hr')
    .evaluate((rule) => rule.setAttribute('style', 'height: 700px; overflow-anchor: none'));
  await until('the figures are still in sight', () => isInSight(page, '#stats h2'));
  await shown.locator('main > hr').evaluate((rule) => rule.remove());
  await until('the figures are in sight again', () => isInSight(page, '#stats h2'));
  // From here on the reader controls the scroll position.
  await shown.locator('body').hover();
  const figures = await place();
  await page.mouse.wheel(0, -300);
  await expect.poll(() => place()).toBeLessThan(figures);
  await shown.locator('html').evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Refresh Content' }).click();
  await page.getByRole('button', { name: 'Show the page in dark colours' }).click();
  await until('the page is dark', () =>
    shown.locator('html').evaluate((html) => getComputedStyle(html).colorScheme === 'dark'),
  );
  expect(await place()).toBe(40);
  await page.close();
});

test('typing keeps the scroll position of the preview', async () => {
  const { page, shown } = await openPreview(product, 'section=insights&item=heading');
  await until('the insights are in sight', async () =>
    (await shown.locator('#insights').count()) > 0 ? isInSight(page, '#insights h2') : false,
  );
  const place = () => shown.locator('html').evaluate(() => scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(1000);
  await field(page, 'insights.heading', '').pressSequentially(' more');
  await shown.locator('#insights h2', { hasText: 'more' }).waitFor();
  await expect.poll(() => place()).toBe(before);
  await page.close();
});

test('a new entry is shown with the names of its empty fields, and its card has the focus once it is saved', async () => {
  const { page, shown } = await openPreview(product, 'section=process');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: 'Add a step' }).click();
  const getField = (pointer: string) => page.locator(`form [data-pointer="${pointer}"]`);
  await page.getByText('Empty parts of this page show their names').waitFor();
  await until('its place is in sight', () => isInSight(page, 'h3:has-text("Title")'));
  await getField('/title').fill('A step of its own');
  await getField('/body').fill('What happens in it.');
  await getField('/when').fill('Week 9');
  await shown.getByText('A step of its own').first().waitFor();
  await until('the new step is in sight', () => isInSight(page, 'h3:has-text("A step of its own")'));
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-item="process.step-a-step-of-its-own"] [data-opens-row]:focus').waitFor();
  await page.close();
});

test('a new article is first, and the preview stays on its page after publishing', async () => {
  const { page, shown } = await openPreview(product, 'section=insights');
  await headline(shown).waitFor();
  await page.getByRole('button', { name: /^More for Hire for the next stage/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.locator('form [data-pointer="/title"]').fill('A note of its own');
  await shown.locator('h1', { hasText: 'A note of its own' }).waitFor();
  await publish(page);
  await published(page);
  await expect(page.getByRole('combobox', { name: 'Page in the preview' })).toHaveValue('A note of its own');
  await shown.locator('h1', { hasText: 'A note of its own' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('[data-item="insights.article-a-note-of-its-own"] [data-opens-row]:focus').waitFor();
  const cards = page.locator('[data-item^="insights.article-"]');
  await expect(cards.first()).toHaveAttribute('data-item', 'insights.article-a-note-of-its-own');
  await until('visitors see it on the landing page', async () =>
    (await readPage(product.stack.url)).includes('A note of its own'),
  );
  await page.close();
});
