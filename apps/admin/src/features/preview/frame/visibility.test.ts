import { expect, test } from 'vitest';
import { reveal } from './visibility.ts';

const idsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ id }) => id);

test('a slide comes to the front, and the progress goes to its stop', () => {
  document.body.innerHTML = `
    <section>
      <div>
        <div id="one" aria-roledescription="slide" data-active><p></p></div>
        <div id="two" aria-roledescription="slide"><p id="words"></p></div>
      </div>
      <div class="stops"><button id="stop-one" aria-disabled="true"><i class="progress"></i></button><button id="stop-two"></button></div>
    </section>`;
  reveal(document.querySelector('#words') as Element);
  expect(idsOf('[data-active]')).toEqual(['two']);
  expect(idsOf(':has(> .progress)')).toEqual(['stop-two']);
  expect(idsOf('[aria-disabled="true"]')).toEqual(['stop-two']);
});

test('what lies in closed details is opened with all that surround them, and no others', () => {
  document.body.innerHTML = `
    <details id="outer"><details id="inner"><p id="words"></p></details><details id="beside"></details></details>`;
  reveal(document.querySelector('#words') as Element);
  expect(idsOf('details[open]')).toEqual(['outer', 'inner']);
});
