import { expect, test } from 'vitest';
import { openDialog } from '../../support/enquiry.ts';
import { layOutAll } from '../../support/rules.ts';
import { siteUrl, visit } from '../../support/visit.ts';

const forced = { forcedColors: 'active' } as const;

test.each(['light', 'dark'] as const)(
  '2.5 forced colours keep the edge or the sign of every control (%s)',
  async (colorScheme) => {
    const page = await visit({ ...forced, colorScheme });
    await openDialog(page);
    const bare = await page
      .locator('.button, button:not(.stops button), input:not([type=hidden], [hidden]), select, textarea')
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
  },
);

test('2.5 forced colours show the current slide and a chosen answer without backgrounds', async () => {
  const page = await visit({ ...forced, viewport: { width: 360, height: 800 } });
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dots = await page.locator('.stops button').evaluateAll((all) =>
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
  await layOutAll(page);
  const answers = page.locator('#growth-audit fieldset').first().locator('label');
  await answers.nth(1).click();
  const edges = await answers.evaluateAll((all) => all.map((answer) => getComputedStyle(answer).borderTopColor));
  expect(edges[1]).not.toBe(edges[0]);
});

test('2.5 forced colours show which tab of the sample board is open', async () => {
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
