import { afterEach, expect, test } from 'vitest';
import { createFieldLocator } from './field-locator.ts';

/** A page with two slides, a picture in each, and the names below that lead to the slides. */
function createPage() {
  document.body.innerHTML = `
    <section>
      <div class="slide" aria-roledescription="slide"><p>Kicker one</p><img id="one"></div>
      <div class="slide" aria-roledescription="slide"><p>Kicker two</p><svg id="icon"></svg><video id="two"></video></div>
      <nav><b>Name one</b><b>Name two</b></nav>
    </section>
    <footer><i>Blurb</i></footer>`;
  const boxes: [string, number][] = [
    ['section', 900],
    ['.slide', 600],
    ['#one', 300],
    ['#two', 300],
    ['#icon', 20],
  ];
  for (const [selector, size] of boxes) {
    for (const element of document.querySelectorAll(selector)) {
      element.getBoundingClientRect = () => new DOMRect(0, 0, size, size);
    }
  }
  const tags = [
    ['hero', 'slide-one', '/label', 'nav b:first-child'],
    ['hero', 'slide-two', '/label', 'nav b:last-child'],
    ['hero', 'slide-one', '/kicker', '.slide:first-child p'],
    ['hero', 'slide-two', '/kicker', '.slide:nth-child(2) p'],
    ['footer', 'blurb', '', 'i'],
  ] as const;
  const fields = tags.map(([section, key, pointer]) => ({ section, key, pointer }));
  const texts = new Map(
    tags.map(([, , , selector], field) => {
      const node = document.querySelector(selector)?.firstChild as Text;
      return [node, [{ field, end: node.length }]];
    }),
  );
  return createFieldLocator(fields, { texts, elements: new Map() });
}

const noMarks = { isPicture: false, shownIn: undefined, selector: undefined, isUnique: false };
const getIds = (found: readonly { element: Element }[]) => found.map(({ element }) => element.id);

// Test files share their document.
afterEach(() => document.body.replaceChildren());

test.each(['/media/src', '/media/type', '/media/poster', '/media/loop', '/media/findings/0/text'])(
  "the field %s of a picture is found at the picture of its slide, not at the slide's name",
  (pointer) => {
    const locator = createPage();
    const find = (key: string) =>
      getIds(locator.find({ section: 'hero', key, pointer }, { ...noMarks, isPicture: true }));
    expect([find('slide-one'), find('slide-two')]).toEqual([['one'], ['two']]);
    expect(locator.find({ section: 'stats', key: 'stat-one', pointer }, { ...noMarks, isPicture: true })).toEqual([]);
  },
);

test('the cover of an article is found at its title, not at a picture of its text or of its offer', () => {
  document.body.innerHTML = `
    <section id="head"><h1>Title</h1><svg id="cover"></svg></section>
    <article><p>Text</p><figure><img id="inside"><figcaption>Caption</figcaption></figure></article>
    <aside><h2>Offer</h2><svg id="offer"></svg></aside>`;
  for (const [selector, size] of [
    ['#head', 600],
    ['figure', 400],
    ['article', 900],
    ['#cover', 300],
    ['#inside', 350],
    ['aside', 200],
    ['#offer', 100],
  ] as const) {
    const element = document.querySelector(selector) as Element;
    element.getBoundingClientRect = () => new DOMRect(0, 0, size, size);
  }
  const tags = [
    ['/title', 'h1'],
    ['/body/content/0/content/0/text', 'p'],
    ['/body/content/1/attrs/caption', 'figcaption'],
    ['/offer/title', 'h2'],
  ] as const;
  const fields = tags.map(([pointer]) => ({ section: 'insights', key: 'article-a', pointer }));
  const texts = new Map(
    tags.map(([, selector], field) => {
      const node = document.querySelector(selector)?.firstChild as Text;
      return [node, [{ field, end: node.length }]];
    }),
  );
  const locator = createFieldLocator(fields, { texts, elements: new Map() });
  const cover = { section: 'insights', key: 'article-a', pointer: '/picture/src' };
  expect(getIds(locator.find(cover, { ...noMarks, isPicture: true }))).toEqual(['cover']);
});

/** Contact details in the footer, a header with the same address, and a card with a figure and a source. */
function createContactPage() {
  document.head.innerHTML = '';
  document.body.innerHTML = `
    <header><a id="call" href="tel:+919876543210">Call</a><a id="menu" href="#about">About</a></header>
    <section>
      <ul><li><p>+<b id="figure" data-count="98">98</b></p><h3>Label</h3><a id="source" href="#about">Source</a></li></ul>
      <b data-count="98">98</b>
    </section>
    <footer>
      <address><i id="line">Street</i><a id="phone" href="tel:+919876543210">98765</a>
      <a id="email" href="mailto:a@b.in">a@b.in</a><i id="hours">Mon-Sat</i></address>
    </footer>`;
  const tagged = [
    ['contact', '/addressLines/0', '#line'],
    ['contact', '/hours', '#hours'],
    ['stat-one', '/label', 'h3'],
  ] as const;
  const fields = tagged.map(([key, pointer]) => ({ section: 'site', key, pointer }));
  const texts = new Map(
    tagged.map(([, , selector], field) => {
      const node = document.querySelector(selector)?.firstChild as Text;
      return [node, [{ field, end: node.length }]];
    }),
  );
  return createFieldLocator(fields, { texts, elements: new Map() });
}

test.each([
  ['an email address', '/email', { selector: 'a[href="mailto:a@b.in"]', isUnique: true }, ['email']],
  [
    'a phone number, first where the details are',
    '/phone',
    { selector: 'a[href^="tel:"]', isUnique: true },
    ['phone', 'call'],
  ],
  ['the days of the office hours', '/openDays', { shownIn: '/hours' }, ['hours']],
  [
    'a WhatsApp number that is not on the page',
    '/whatsapp',
    { selector: 'a[href^="https://wa.me/91"]', isUnique: true },
    [],
  ],
  ['an address line that is not on the page yet', '/addressLines/1', {}, []],
  ['a field without any mark', '/other', {}, []],
])('%s is outlined where the page shows it, and nowhere else', (_, pointer, marks, ids) => {
  const found = createContactPage().find({ section: 'site', key: 'contact', pointer }, { ...noMarks, ...marks });
  expect(getIds(found)).toEqual(ids);
});

test.each([
  ['/value', '[data-count="98"]', ['figure']],
  ['/source', 'a[href="#about"]', ['source']],
])('the value of %s counts only near the text of its item', (pointer, selector, ids) => {
  const found = createContactPage().find({ section: 'site', key: 'stat-one', pointer }, { ...noMarks, selector });
  expect(getIds(found)).toEqual(ids);
});

test('the slide of an item is found from its name, which is outside of it', () => {
  const locator = createPage();
  const getSlideText = (section: string, key: string) =>
    locator.findSlide({ section, key, pointer: '/label' })?.textContent;
  expect([getSlideText('hero', 'slide-two'), getSlideText('footer', 'blurb')]).toEqual(['Kicker two', undefined]);
});

test('an entry that is not on the page yet is located at the last entry of its list, else in its section', () => {
  const locator = createPage();
  const findText = (section: string, key: string) => locator.findNeighbour({ section, key, pointer: '' })?.textContent;
  expect(findText('hero', 'slide-draft')).toBe('Name two');
  expect(findText('footer', 'link-draft')).toBe('Blurb');
  expect(findText('stats', 'stat-draft')).toBeUndefined();
});

test('it is not located at the names in header and footer, nor at a picture before the last one', () => {
  document.head.innerHTML = '<meta name="description" content="One">';
  document.body.innerHTML = `
    <header><a>One</a></header>
    <main><h3>One</h3><img id="one"><h3 id="two">Two</h3></main>
    <footer><a>One</a><a>Two</a></footer>`;
  const fields = ['service-one', 'service-two'].map((key) => ({ section: 'services', key, pointer: '/title' }));
  const getField = ({ textContent }: Element) => (textContent === 'One' ? 0 : 1);
  const texts = new Map(
    [...document.querySelectorAll('a, h3')].map((element) => {
      const node = element.firstChild as Text;
      return [node, [{ field: getField(element), end: node.length }]];
    }),
  );
  const elements = new Map([...document.querySelectorAll('img, meta')].map((element) => [element, [0]]));
  const locator = createFieldLocator(fields, { texts, elements });
  expect(locator.findNeighbour({ section: 'services', key: 'service-draft', pointer: '' })?.id).toBe('two');
});

test.each([
  ['in the middle of a text', 'Replies within <span class="range">24-48 hours</span>, at most.', 'p'],
  ['at the end of a text', 'Weeks <span class="range">1–2</span>', '.range'],
  ['in a text with two ranges', 'Weeks <span class="range">1–2</span> or <span class="range">3–4</span>.', 'p'],
])('the place of a field contains its whole text around a range %s', (_, html, holder) => {
  document.body.innerHTML = `<b>Kicker</b><p>${html}</p>`;
  const field = { section: 'process', key: 'step-one', pointer: '/when' };
  const last = document.querySelector(holder)?.lastChild as Text;
  const texts = new Map([[last, [{ field: 0, end: last.length }]]]);
  const [place] = createFieldLocator([field], { texts, elements: new Map() }).find(field);
  expect(place?.range?.toString()).toBe(document.querySelector('p')?.textContent);
});
