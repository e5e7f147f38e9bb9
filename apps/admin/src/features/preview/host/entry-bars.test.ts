import { expect, test } from 'vitest';
import { listEntryBars } from './entry-bars.ts';

const service = { title: 'Hiring', includes: ['One', 'Two', 'Three'] };
const item = { value: service, metadata: {} };
const accept = async () => true;

const list = (pointer: string, value: unknown = service, key = 'service-hiring') =>
  listEntryBars(
    { section: 'services', key, pointer },
    { item, value, actions: { moveUp: accept, toggleHidden: accept, add: () => undefined } },
  );

const listDisabled = ({ buttons }: ReturnType<typeof list>[number]) =>
  buttons.filter(({ isDisabled }) => isDisabled).map(({ action }) => action);

test('a text of a card has the bar of the card, with the actions that are possible', () => {
  const bars = list('/title');
  expect(bars).toMatchObject([{ kind: 'Service', name: 'Hiring', entry: { pointer: '' }, list: 'service-' }]);
  expect(bars.map(listDisabled)).toEqual([['move-on', 'remove']]);
});

test('a line of a card has its own bar first, within the limits of its list', () => {
  const bars = list('/includes/2');
  expect(bars).toMatchObject([
    { kind: 'Included point', name: '3 of 3', entry: { pointer: '/includes/2' }, list: '/includes' },
    { kind: 'Service' },
  ]);
  expect(bars.map(listDisabled)[0]).toEqual(['move-on']);
  const [only] = list('/includes/0', { ...service, includes: ['One'] });
  expect(only && listDisabled(only)).toEqual(['move-back', 'move-on', 'remove']);
});

test('an entry that the form no longer has, and a new entry that is not saved, have no bar', () => {
  expect(list('/includes/3')).toHaveLength(1);
  const field = { section: 'services', key: 'service-draft', pointer: '/title' };
  expect(listEntryBars(field, { item, value: undefined, actions: undefined })).toEqual([]);
});

test('a single item, and a paragraph of a formatted text, have no bar', () => {
  const heading = { section: 'services', key: 'heading', pointer: '' };
  expect(listEntryBars(heading, { item, value: 'Services', actions: undefined })).toEqual([]);
  const paragraph = { section: 'insights', key: 'article-one', pointer: '/body/content/0/content/0/text' };
  const value = { body: { type: 'doc', content: [{ type: 'paragraph' }] } };
  expect(listEntryBars(paragraph, { item, value, actions: undefined })).toEqual([]);
});
