import { expect, test, vi } from 'vitest';
import { describeOtherPlaces } from './other-places.ts';

/** Every element has a box, which the DOM of the tests does not compute. */
function describe(body: string): string | undefined {
  document.body.innerHTML = body;
  const box = new DOMRect(0, 0, 100, 20);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  Element.prototype.checkVisibility = function checkVisibility(this: Element) {
    return this.closest('[hidden]') === null;
  };
  return describeOtherPlaces([...document.querySelectorAll('b')]);
}

test.each([
  ['one place', '<main><p><b></b></p></main>', undefined],
  ['the footer', '<main><p><b></b></p></main><footer><p><b></b></p></footer>', 'Shown on the page and in the footer'],
  ['the header', '<header><p><b></b></p></header><main><p><b></b></p></main>', 'Shown in the header and on the page'],
  ['three cards', '<main><p><b></b></p><p><b></b></p><p><b></b></p></main>', 'Shown in 3 places'],
  ['the paragraphs of one text', '<main><div><b></b><b></b><ul><b></b></ul></div></main>', undefined],
  [
    'a copy of the ticker, and a hidden text',
    '<main><p><b></b></p><p aria-hidden="true"><b></b></p><p hidden><b></b></p></main>',
    undefined,
  ],
  ['a closed answer', '<main><p><b></b></p><details hidden><b></b></details></main>', 'Shown in 2 places'],
])('%s', (_, body, expected) => {
  expect(describe(body)).toBe(expected);
});
