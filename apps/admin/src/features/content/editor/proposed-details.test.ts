import { expect, test } from 'vitest';
import type { FormText } from '../model/form-model.ts';
import { describeProposals, findNamedTopic, followText, proposeDetails } from './proposed-details.ts';

const topics = ['Cash flow', 'Hiring'];
const defaults = { topics, cover: '/art/cover-friday', author: 'Asha Rao' };
const noPicture = { src: '', alt: '', decorative: false };
const paragraph = (text: string) => ({ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] });
const image = {
  type: 'image',
  attrs: { src: '/media/a.jpg', alt: 'A desk', decorative: false, caption: 'Ours', width: 'text' },
};
const article = (blocks: object[], change: object = {}) => ({
  ...{ kicker: '', title: '', excerpt: '', author: '', picture: noPicture, body: { type: 'doc', content: blocks } },
  ...change,
});
const text = (value: unknown): FormText => ({ value, title: '' });
const follow = (before: object, after: object) => followText(text(before), text(after), defaults).value;

test('a new article gets its topic, its summary, its author and a cover while it is written', () => {
  const written = follow(article([paragraph('')]), article([paragraph('Your cash flow.'), image]));
  expect(written).toMatchObject({
    kicker: 'Cash flow',
    excerpt: 'Your cash flow.',
    author: 'Asha Rao',
    picture: { src: '/media/a.jpg', alt: 'A desk', decorative: false },
  });
  expect(Object.keys(describeProposals(written as object, defaults))).toEqual([
    '/kicker',
    '/excerpt',
    '/author',
    '/picture/src',
  ]);
});

test('without an image in the text, the cover is a drawing of the site', () => {
  expect(follow(article([]), article([], { title: 'Late bills' }))).toMatchObject({ picture: { src: defaults.cover } });
});

test('an image of the text that is chosen as the cover brings its alt text', () => {
  const before = article([image], { picture: { ...noPicture, src: '/art/cover-gates' } });
  const chosen = { ...before, picture: { ...noPicture, src: image.attrs.src } };
  expect(follow(before, chosen)).toMatchObject({ picture: { alt: 'A desk' } });
  expect(follow(chosen, { ...chosen, title: 'Desks' })).toMatchObject({ picture: { alt: '' } });
});

test('details follow the text until they are edited', () => {
  const first = follow(article([]), article([paragraph('One.')]));
  const edited = follow(first as object, { ...(first as object), kicker: 'Hiring' });
  const next = { ...(edited as object), body: article([paragraph('One. Two.')]).body };
  expect(follow(edited as object, next)).toMatchObject({ kicker: 'Hiring', excerpt: 'One. Two.' });
  expect(describeProposals(edited as object, defaults)).not.toHaveProperty('/kicker');
});

test('a field is left alone while it is edited, also when it is emptied', () => {
  const first = follow(article([]), article([paragraph('One.')])) as object;
  expect(follow(first, { ...first, excerpt: '' })).toMatchObject({ excerpt: '' });
});

test('an author who was removed is not proposed again', () => {
  const first = follow(article([]), article([], { title: 'One' })) as object;
  const removed = follow(first, { ...first, author: '' }) as object;
  expect(follow(removed, { ...removed, title: 'Two' })).toMatchObject({ title: 'Two', author: '' });
});

test('an article that is emptied again has no details', () => {
  const first = follow(article([paragraph('')]), article([paragraph('One.')])) as object;
  expect(follow(first, { ...first, body: article([paragraph('')]).body })).toEqual(article([paragraph('')]));
});

test.each([
  [`${'Word '.repeat(40)}ends. ${'More '.repeat(40)}`, /ends\.$/],
  ['word '.repeat(100), /word…$/],
])('a long first paragraph is shortened after a sentence or a word', (long, end) => {
  const { excerpt } = proposeDetails(article([paragraph(long)]), defaults);
  expect(excerpt).toMatch(end);
  expect(excerpt.length).toBeLessThanOrEqual(260);
});

const inText = (words: string) => ({ title: '', body: { type: 'doc' as const, content: [paragraph(words)] } });

test.each([
  [{ title: 'Hire for the next stage' }, { name: 'Hiring', place: 'title' }],
  [inText('The flow of cash in a small firm.'), { name: 'Cash flow', place: 'text' }],
  [{ title: 'Hire while cash flows' }, undefined],
  [{ title: 'A quiet office' }, undefined],
  [{}, undefined],
])('a topic is proposed if it is the only one that the title or the text names (%#)', (article, topic) => {
  expect(findNamedTopic(article, topics)).toEqual(topic);
});
