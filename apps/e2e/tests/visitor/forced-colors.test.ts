import { openDialog } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { siteUrl, visit } from '../../support/visit.ts';

const forced = { forcedColors: 'active' } as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours keep the border or icon of every control (${colorScheme})`, async () => {
    const page = await visit({ ...forced, colorScheme });
    await openDialog(page);
    const bare = await page
      .locator('.button, button:not(.indicators button), input:not([type=hidden], [hidden]), select, textarea')
      .evaluateAll((all) =>
        all
          .filter((control) => control.checkVisibility({ visibilityProperty: true }))
          .filter((control) => {
            const { borderStyle, borderWidth, appearance } = getComputedStyle(control);
            const hasBorder = borderStyle !== 'none' && Number.parseFloat(borderWidth) >= 1;
            const hasSign = (control.textContent ?? '').trim() !== '' || control.querySelector('svg') !== null;
            return control.matches('.button') ? !hasBorder : !hasBorder && !hasSign && appearance === 'none';
          })
          .map((control) => control.outerHTML.slice(0, 120)),
      );
    expect(bare).toEqual([]);
  });
}

test('forced colours show the current slide and a chosen answer without backgrounds', async () => {
  const page = await visit({ ...forced, viewport: { width: 360, height: 800 } });
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dots = await page.locator('.indicators button').evaluateAll((all) =>
    all.map((dot) => {
      const { backgroundColor, width } = getComputedStyle(dot, '::after');
      return { backgroundColor, width };
    }),
  );
  for (const dot of dots) expect(dot.backgroundColor).not.toBe(canvas);
  const [current, ...others] = dots.map(({ width }) => width);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(current);

  await page.goto(`${siteUrl}/#growth-audit`);
  await renderAllSections(page);
  const answers = page.locator('#growth-audit fieldset').first().locator('label');
  await answers.nth(1).click();
  const edges = await answers.evaluateAll((all) => all.map((answer) => getComputedStyle(answer).borderTopColor));
  expect(edges[1]).not.toBe(edges[0]);
});

test('forced colours show the open tab of the sample dashboard', async () => {
  const page = await visit({ ...forced, path: '/#sample-dashboard' });
  const tabs = page.locator('#sample-dashboard').getByRole('tab');
  await tabs.first().waitFor();
  await tabs.nth(1).click();
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lines = await tabs.evaluateAll((all) =>
    all.map((tab) => {
      const { borderBottomColor, borderBottomWidth } = getComputedStyle(tab);
      return { color: borderBottomColor, width: borderBottomWidth };
    }),
  );
  const [open] = lines.splice(1, 1);
  expect(open?.width).toBe('3px');
  expect(open?.color).not.toBe(canvas);
  expect(new Set(lines.map(({ color }) => color))).toEqual(new Set([canvas]));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours keep chart texts, status icons and drawings visible (${colorScheme})`, async () => {
    const page = await visit({ ...forced, colorScheme, path: '/#sample-dashboard' });
    await page.locator('#sample-dashboard').getByRole('tab').first().waitFor();
    const seen = await page.evaluate(() => {
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ground = getComputedStyle(document.body).backgroundColor;
      const contrast = (color: string) => {
        const [light = 0, dark = 0] = [luminance(color), luminance(ground)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
      };
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      return {
        // Texts on a picture have its colours behind them, not the page's.
        words: all('svg:not(.art-labels) > text').map((text) => contrast(getComputedStyle(text).fill)),
        signs: all('.status').map((status) => {
          const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(status, '::before');
          return contrast(borderTopWidth === '0px' ? backgroundColor : borderTopColor);
        }),
        threads: all('.hero-media path[stroke="var(--art-thread)"], .site-logo path:first-of-type').map((path) =>
          contrast(getComputedStyle(path).stroke),
        ),
      };
    });
    expect(seen.words.length).toBeGreaterThan(10);
    expect(Math.min(...seen.words)).toBeGreaterThan(4.5);
    expect(seen.signs.length).toBeGreaterThan(4);
    expect(Math.min(...seen.signs)).toBeGreaterThan(3);
    expect(seen.threads.length).toBeGreaterThan(1);
    expect(Math.min(...seen.threads)).toBeGreaterThan(3);
  });
}
