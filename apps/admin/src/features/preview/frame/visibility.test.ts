import { afterEach, expect, test } from 'vitest';
import { reveal, updateSlides } from './visibility.ts';

const getIds = (selector: string) => [...document.querySelectorAll(selector)].map(({ id }) => id);

// Test files share their document.
afterEach(() => document.body.replaceChildren());

test('a slide becomes visible, and the progress moves to its indicator', () => {
  document.body.innerHTML = `
    <section>
      <div>
        <div id="one" aria-roledescription="slide" data-active><p></p></div>
        <div id="two" aria-roledescription="slide"><p id="text"></p></div>
      </div>
      <div class="indicators"><button id="indicator-one" aria-disabled="true"><i class="progress"></i></button><button id="indicator-two"></button></div>
    </section>`;
  reveal(document.querySelector('#text') as Element);
  expect(getIds('[data-active]')).toEqual(['two']);
  expect(getIds(':has(> .progress)')).toEqual(['indicator-two']);
  expect(getIds('[aria-disabled="true"]')).toEqual(['indicator-two']);
});

test('after a slide was removed, the indicator of the shown one is marked, or else the first slide is shown', () => {
  const showRest = (attribute: string) => {
    document.body.innerHTML = `
      <section>
        <div>
          <div id="two" aria-roledescription="slide"></div>
          <div id="three" aria-roledescription="slide" ${attribute}></div>
        </div>
        <div class="indicators"><button id="indicator-two" aria-disabled="true"><i class="progress"></i></button><button id="indicator-three"></button></div>
      </section>`;
    updateSlides();
    return [getIds('[data-active]'), getIds(':has(> .progress)'), getIds('[aria-disabled="true"]')].flat();
  };
  expect(showRest('data-active')).toEqual(['three', 'indicator-three', 'indicator-three']);
  expect(showRest('')).toEqual(['two', 'indicator-two', 'indicator-two']);
});

test('closed details around an element are opened, others stay closed', () => {
  document.body.innerHTML = `
    <details id="outer"><details id="inner"><p id="text"></p></details><details id="beside"></details></details>`;
  reveal(document.querySelector('#text') as Element);
  expect(getIds('details[open]')).toEqual(['outer', 'inner']);
});
