import { findCrossedTexts, measureOverflow, type SlideDrawing } from '../../support/drawings.ts';
import { expect, test } from '../../support/fixtures.ts';
import { renderAllSections } from '../../support/site-pages.ts';
import { visit } from '../../support/visit.ts';

const drawings: SlideDrawing[] = ['art-slide-1', 'art-slide-2', 'art-slide-3'];

test('a narrow window shows the whole drawing of each slide', async () => {
  const page = await visit({ isClockStopped: true });
  const cut: Record<string, number> = {};
  for (const width of [360, 640, 768, 1023]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of drawings) cut[`${name} at ${width} px`] = await measureOverflow(page, name);
  }
  expect(Object.entries(cut).filter(([, px]) => px > 0)).toEqual([]);
  expect(Object.keys(cut)).toHaveLength(12);
});

test('no drawing of the slides or contact panels crosses a text or button', async () => {
  // Without scripts: the island would hide all slides except one from hit testing.
  const page = await visit({ isClockStopped: true });
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('.deferred')) part.classList.remove('deferred');
    for (const slide of document.querySelectorAll('.slide')) slide.setAttribute('data-active', '');
  });
  const over: Record<string, string[]> = {};
  const widths = [320, 767, 768, 1023, 1024, 1280, 1920];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1000 });
    const found = await findCrossedTexts(page);
    if (found.length > 0) over[`${width} px`] = found;
  }
  expect(over).toEqual({});
});

test('dates, project names, buttons and step numbers stay on one line', async () => {
  const page = await visit();
  await renderAllSections(page);
  const broken = (selector: string, characters?: number) =>
    page.locator(selector).evaluateAll((all, length) => {
      if (all.length === 0) throw new Error('There is nothing to look at.');
      const countLines = (element: Element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const text = element.firstChild;
        if (length && text) words.setEnd(text, (text.textContent?.search(/\S/) ?? 0) + length);
        return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      };
      return all.filter((element) => countLines(element) > 1).map((element) => element.textContent);
    }, characters);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await broken('#sample-dashboard tbody :is(.due, .opener, th:not(:has(.opener)))')).toEqual([]);
  expect(await broken('.contact-panel.enquiry .button')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await broken('.steps h3', '1. A'.length)).toEqual([]);
});
