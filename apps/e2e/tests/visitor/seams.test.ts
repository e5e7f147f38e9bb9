import { getDrawing } from '@threadline/artwork/drawings';
import { renderSvgFile } from '@threadline/artwork/svg-file';
import { openPage } from '../../support/browser.ts';
import { expect, sharedBrowser, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { findSeams } from '../../support/seams.ts';

const drawings = [
  'hero-build',
  'hero-hiring',
  'about-hub',
  'about-ring',
  'about-path',
  'cover-hiring',
  'cover-audit',
] as const;

for (const deviceScaleFactor of chooseLooks([1.25, 2], [1, 1.25, 1.5, 2, 3])) {
  test(`a strand that goes over another one has no seam at ${deviceScaleFactor} device pixels per px`, async () => {
    const found: Record<string, string[]> = {};
    let total = 0;
    const { page } = await openPage(sharedBrowser(), { deviceScaleFactor, viewport: { width: 480, height: 390 } });
    for (const name of drawings) {
      await page.setContent(
        `<style>svg { position: fixed; inset: 0; width: 100%; height: 100% }</style>${renderSvgFile(getDrawing(name))}`,
      );
      const { strands, seams } = await findSeams(page);
      total += strands;
      if (seams.length > 0) found[name] = seams;
    }
    expect(found).toEqual({});
    expect(total).toBeGreaterThan(100);
  });
}
