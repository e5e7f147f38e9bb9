import type { SectionName } from '@threadline/schema/content/content-model';
import { expect, test, vi } from 'vitest';
import { createEntryDefinition, getLists } from '../model/section-model.ts';
import { createEntryActions } from './entry-actions.ts';

/** Returns the value with which the copy of an entry begins. */
function duplicate(section: SectionName, name: string, value: unknown): unknown {
  const [list] = getLists(section).filter((each) => each.name === name);
  if (!list) throw new Error(`The list ${name} is gone.`);
  const entry = { section, key: `${list.prefix}-a`, value, type: 'text', metadata: {}, position: 0, version: 1 };
  const item = { ...entry, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  const shown = { item, definition: createEntryDefinition(section, list) };
  const onAdd = vi.fn();
  const group = { title: list.title, list, items: [shown] };
  const options = { section, group, drafts: [], mutations: { run: vi.fn() }, onAdd };
  createEntryActions(options).getActions(shown).duplicate?.();
  return onAdd.mock.lastCall?.[0].initialText.value;
}

test('the copy of an article has a title of its own, and no address yet; other copies are not saved before they are edited', () => {
  expect(duplicate('insights', 'articles', { title: 'Cash flow', address: 'cash' })).toEqual({
    title: 'Cash flow (copy)',
    address: '',
  });
  expect(duplicate('services', 'cards', { title: 'Audit' })).toEqual({ title: 'Audit' });
});
