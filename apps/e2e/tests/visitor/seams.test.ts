import { renderThumbnail } from '@threadline/artwork/thumbnails';
import { type ArtName, artNames } from '@threadline/schema/primitives/art';
import { openPage } from '../../support/browser.ts';
import { expect, sharedBrowser, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { findSeams } from '../../support/seams.ts';

for (const deviceScaleFactor of chooseLooks([1.25, 2], [1, 1.25, 1.5, 2, 3])) {
  test(`a strand that goes over another one has no seam at ${deviceScaleFactor} device pixels per px`, async () => {
    const found: Record<string, string[]> = {};
    let total = 0;
    const { page } = await openPage(sharedBrowser(), { deviceScaleFactor, viewport: { width: 480, height: 390 } });
    for (const name of Object.keys(artNames) as ArtName[]) {
      await page.setContent(
        `<style>svg { position: fixed; inset: 0; width: 100%; height: 100% }</style>${renderThumbnail(name)}`,
      );
      const { strands, seams } = await findSeams(page);
      total += strands;
      if (seams.length === 0) continue;
      // On a busy machine, a tile of the picture may be painted late. A seam is in every picture.
      const again = await findSeams(page);
      const lasting = seams.filter((seam) => again.seams.includes(seam));
      if (lasting.length > 0) found[name] = lasting;
    }
    expect(found).toEqual({});
    expect(total).toBeGreaterThan(100);
  });
}
