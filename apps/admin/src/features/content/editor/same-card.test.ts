import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { expect, test } from 'vitest';
import { type ItemGroupViewProps, isSameCard, isSameGroup, type OpenableCardProps } from '../list/item-group-view.tsx';
import { withKnownItems } from '../model/content-query.ts';
import { groupsOf } from '../model/section-model.ts';
import { withChange, withItem } from '../saving/content-mutations.ts';

const item = (key: string, version = 1): ContentItem => ({
  section: 'services',
  key,
  value: { title: key },
  type: 'service',
  metadata: {},
  position: 0,
  version,
  updatedAt: '2026-11-21T10:00:00.000Z',
  updatedBy: null,
});

const keys = Array.from({ length: 200 }, (_, index) => `service-${index}`);
const items = Object.fromEntries(keys.map((key) => [key, item(key)]));
const content: GroupedContent = { services: items, hero: { title: item('title') } };

/** The properties of each card that `isSameCard` looks at. */
function cardsOf(shown: GroupedContent): OpenableCardProps[] {
  const group = groupsOf('services', shown).find(({ list }) => list?.prefix === 'service');
  const order = group?.items.map((each) => each.item.key).join(' ') ?? '';
  const state = { order, isSaving: false, isOpen: false, failure: undefined };
  return (group?.items ?? []).map((each) => ({ ...state, shown: each }) as unknown as OpenableCardProps);
}

/** The keys of the cards that are rendered again. */
function renderedAgain(before: GroupedContent, after: GroupedContent): string[] {
  const known = cardsOf(before);
  return cardsOf(after).flatMap((card, at) => (known[at] && isSameCard(known[at], card) ? [] : [card.shown.item.key]));
}

const read = (copy: GroupedContent, revision: number) => structuredClone({ content: copy, revision });

test('of 200 cards a save renders one, when it is made, when it is answered and when the list is read again', () => {
  const place = { section: 'services', key: 'service-7' };
  const value = { title: 'New words' };
  const made = withChange(content, { kind: 'save', ...place, value, metadata: {}, version: 1 });
  expect(renderedAgain(content, made)).toEqual(['service-7']);
  const answered = withItem(made, place, { ...item('service-7', 2), value });
  expect(renderedAgain(made, answered)).toEqual(['service-7']);
  const known = { content: answered, revision: 1 };
  expect(renderedAgain(answered, withKnownItems(known, read(answered, 2)).content)).toEqual([]);
});

test('what is read again and is the same is the same object; another order is not', () => {
  const before = { content, revision: 1 };
  expect(withKnownItems(before, read(content, 1))).toBe(before);
  const moved = { ...content, services: Object.fromEntries(Object.entries(items).reverse()) };
  const after = withKnownItems(before, read(moved, 2));
  expect(Object.keys(after.content.services ?? {})).toEqual(keys.toReversed());
  expect(after.content.hero).toBe(content.hero);
  expect(after.content.services?.['service-7']).toBe(items['service-7']);
  expect(renderedAgain(content, after.content)).toHaveLength(200);
});

test('a card that is open, saves, has failed or can be moved elsewhere is rendered again', () => {
  const [card] = cardsOf(content);
  if (!card) throw new Error('There is no card.');
  expect(isSameCard(card, { ...card })).toBe(true);
  const failure = { problem: 'The server did not answer.' };
  for (const change of [{ isOpen: true }, { isSaving: true }, { failure }, { order: 'service-1 service-0' }]) {
    expect(isSameCard(card, { ...card, ...change })).toBe(false);
    expect(isSameCard({ ...card, ...change }, card)).toBe(false);
  }
});

/** The group of the services with what `isSameGroup` looks at. */
function groupProps(shown: GroupedContent, more: Record<string, unknown> = {}): ItemGroupViewProps {
  const group = groupsOf('services', shown).find(({ list }) => list?.prefix === 'service');
  const saving = { saving: [], failures: {} };
  return { group, saving, adding: undefined, opened: {}, ...more } as unknown as ItemGroupViewProps;
}

test('a group is rendered again only when something in it differs, or while an editor is open in it', () => {
  const group = groupProps(content);
  const elsewhere = withChange(content, { ...item('title'), kind: 'save', section: 'hero', value: 'Other words' });
  const failure = { problem: 'The server did not answer.' };
  const same = [
    groupProps(elsewhere),
    groupProps(content, { saving: { saving: ['hero.title'], failures: { 'hero.title': failure } } }),
    groupProps(content, { opened: { item: 'title' } }),
  ];
  for (const other of same) expect(isSameGroup(group, other)).toBe(true);
  const different = [
    groupProps(withChange(content, { ...item('service-7'), kind: 'save', value: { title: 'New words' } })),
    groupProps(withItem(content, { section: 'services', key: 'service-7' }, undefined)),
    groupProps({ ...content, services: Object.fromEntries(Object.entries(items).reverse()) }),
    groupProps(content, { saving: { saving: ['services.service-7'], failures: {} } }),
    groupProps(content, { saving: { saving: [], failures: { 'services.service-7': failure } } }),
    groupProps(content, { opened: { item: 'service-7' } }),
    groupProps(content, { adding: { list: group.group.list } }),
  ];
  for (const other of different) {
    expect(isSameGroup(group, other)).toBe(false);
    expect(isSameGroup(other, group)).toBe(false);
  }
});
