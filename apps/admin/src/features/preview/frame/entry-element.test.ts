import { afterEach, expect, test } from 'vitest';
import type { EntryBar } from '../messages.ts';
import { findEntryElement } from './entry-element.ts';
import { createFieldLocator } from './field-locator.ts';

/** Creates a page from markup in which each `<b>` names the field of its text. */
function createPage(markup: string) {
  document.body.innerHTML = markup;
  const places = [...document.querySelectorAll('b')];
  const fields = places.map(({ title }) => {
    const [key = '', pointer = ''] = title.split(' ');
    return { section: 'services', key, pointer };
  });
  const texts = new Map(
    places.map((place, field) => {
      const node = place.appendChild(document.createTextNode('Text'));
      return [node, [{ field, end: node.length }]];
    }),
  );
  const locator = createFieldLocator(fields, { texts, elements: new Map() });
  return (key: string, at: string, pointer = '') => {
    const list = pointer ? pointer.slice(0, pointer.lastIndexOf('/')) : 'service-';
    const bar: EntryBar = { entry: { section: 'services', key, pointer }, list, kind: '', name: '', buttons: [] };
    const start = document.querySelector(at);
    return start && findEntryElement(bar, start, locator)?.id;
  };
}

const cards = `
  <main><section><div id="head"><b title="heading"></b></div>
    <ol id="list">
      <li id="one"><div><b title="service-one /title"></b></div><p id="ask"><b title="ask"></b></p>
        <ul><li id="line-0"><b title="service-one /includes/0"></b></li><li id="line-1"><b title="service-one /includes/1"></b></li></ul>
      </li>
      <li id="two"><b title="service-two /title"></b></li>
    </ol>
  </section></main>
  <footer><ul><li id="short"><b title="service-one /title"></b></li></ul></footer>`;

// Test files share their document.
afterEach(() => document.body.replaceChildren());

test('an entry is the largest element without another entry of its list, also at a text of another item in it', () => {
  const find = createPage(cards);
  expect([find('service-one', '#one b'), find('service-one', '#ask'), find('service-two', '#two')]).toEqual([
    'one',
    'one',
    'two',
  ]);
  expect([find('service-one', '#list'), find('service-one', '#head')]).toEqual([undefined, undefined]);
});

test('a line of an entry has an element of its own', () => {
  const find = createPage(cards);
  expect(find('service-one', '#line-1', '/includes/1')).toBe('line-1');
  expect(find('service-one', '#one > div', '/includes/1')).toBeUndefined();
});

test('the footer only repeats an entry that the page shows', () => {
  expect(createPage(cards)('service-one', '#short')).toBeUndefined();
  const find = createPage(
    '<main></main><footer><ul><li id="short"><b title="service-one /title"></b></li></ul></footer>',
  );
  expect(find('service-one', '#short b')).toBe('short');
});

test('the only entry of a list leaves out the title of the list', () => {
  const find = createPage(
    '<main><section><b title="heading"></b><ul><li id="one"><p><b title="service-one /title"></b></p><p><b title="service-one /body"></b></p></li></ul></section></main>',
  );
  expect(find('service-one', '#one p')).toBe('one');
});
