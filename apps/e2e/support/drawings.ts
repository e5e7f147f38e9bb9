import type { Page } from '@playwright/test';

/** Selectors of the main figure of each slide, in the file of the drawings. */
const figures = {
  'art-slide-1': '> g path[stroke="var(--art-thread-pale)"]',
  'art-slide-2': '> g > path[stroke="var(--art-dot)"][stroke-width="10"]',
  'art-slide-3': '> :is(path, g:nth-of-type(-n + 3) path[stroke-width^="2."])',
} as const;

export type SlideDrawing = keyof typeof figures;

/** Returns how far, in px, the figure of a slide extends beyond its box. A positive number means that it is cut off. */
export function measureOverflow(page: Page, name: SlideDrawing): Promise<number> {
  return page.evaluate(
    async ({ name, selector }) => {
      const uses = [...document.querySelectorAll<SVGUseElement>(`.hero-media use[href*="#${name}"]`)];
      const shown = uses.map(({ ownerSVGElement }) => ownerSVGElement).find((svg) => svg?.checkVisibility());
      const box = shown?.closest('.hero-media')?.getBoundingClientRect();
      const toScreen = shown?.getScreenCTM();
      if (!box || !toScreen) throw new Error(`${name} is not shown.`);
      const request = new XMLHttpRequest();
      request.open('GET', uses[0]?.href.baseVal.split('#')[0] ?? '');
      request.responseType = 'document';
      await new Promise((resolve) => {
        request.onload = resolve;
        request.send();
      });
      // The target of a <use> can be measured only as part of the page.
      const drawing = document.importNode(request.responseXML?.documentElement as Element, true);
      document.body.append(drawing);
      const figure = [...drawing.querySelectorAll<SVGPathElement>(`#${name} ${selector}`)];
      const group = drawing.querySelector(`#${name}`) as SVGGElement;
      const ends = figure.flatMap((path) => {
        const toGroup = (group.getScreenCTM() as DOMMatrix).inverse().multiply(path.getScreenCTM() as DOMMatrix);
        const length = path.getTotalLength();
        return Array.from({ length: 200 }, (_, step) => {
          const point = path.getPointAtLength((step / 199) * length).matrixTransform(toGroup);
          const { x, y } = point.matrixTransform(toScreen);
          return Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom);
        });
      });
      drawing.remove();
      return Math.max(...ends);
    },
    { name, selector: figures[name] },
  );
}

const places = '.slide, .contact-panel';

/** Returns the texts and buttons of slides and contact panels that a drawing crosses. */
export function findCrossedTexts(page: Page): Promise<string[]> {
  return page
    .locator(`:is(${places}) :is(p:not(.bubbles, :has(.button)), .headline, h3, .button)`)
    .evaluateAll((elements, within) => {
      const getBoxes = (element: Element) => {
        if (element.matches('.button')) return [...element.getClientRects()];
        const words = document.createRange();
        words.selectNodeContents(element);
        return [...words.getClientRects()];
      };
      const steps = (from: number, to: number, step: number) =>
        Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + (index + 0.5) * step);
      /** Limits the points to those near a drawing, because hit testing is slow. */
      const nearArt = (place: Element | null) => {
        const boxes = [...(place?.querySelectorAll('svg > *') ?? [])].map((part) => part.getBoundingClientRect());
        return ([x, y]: readonly [number, number]) =>
          boxes.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom);
      };
      const isDrawing = (hit: Element) => hit instanceof SVGGraphicsElement && !(hit instanceof SVGSVGElement);
      const isCrossed = (element: Element) => {
        // Hit testing works only inside the viewport.
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const points = getBoxes(element).flatMap(({ left, top, right, bottom }) =>
          steps(left, right, 8).flatMap((x) => steps(top, bottom, 6).map((y) => [x, y] as const)),
        );
        const asked = points.filter(nearArt(element.closest(within)));
        const hits = new Set(asked.flatMap(([x, y]) => document.elementsFromPoint(x, y)));
        return [...hits].some((hit) => isDrawing(hit) && hit.closest(within) === element.closest(within));
      };
      return elements.filter(isCrossed).map((element) => element.textContent?.trim().slice(0, 40) ?? '');
    }, places);
}
