import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dropDraft, showDraft, showFocus, useDrafts } from './preview-overrides.ts';

const title = { section: 'hero', key: 'title' };

function drafts() {
  return renderHook(() => useDrafts()).result;
}

test('the page shows the newest text of each open editor', () => {
  const shown = drafts();
  act(() => showDraft(title, 'One', {}));
  act(() => showDraft({ section: 'about', key: 'heading' }, 'About', {}));
  act(() => showDraft(title, 'Two', {}));
  expect(shown.current.edits).toEqual([
    { section: 'about', key: 'heading', value: 'About' },
    { ...title, value: 'Two' },
  ]);
  act(() => dropDraft({ section: 'about', key: 'heading' }));
  act(() => dropDraft(title));
  expect(shown.current.edits).toEqual([]);
});

test('a text that does not fit leaves the last good one, and is named', () => {
  const shown = drafts();
  act(() => showDraft(title, 'Good', {}));
  act(() => showDraft(title, '', { '': 'Write something here.' }));
  expect(shown.current).toMatchObject({
    edits: [{ ...title, value: 'Good' }],
    faults: [{ ...title, pointer: '', detail: 'Write something here.', isEmpty: true }],
  });
  act(() => showDraft(title, 'Good again', {}));
  expect(shown.current.faults).toEqual([]);
  act(() => dropDraft(title));
});

test('a closed editor has no field with the caret', () => {
  const shown = drafts();
  act(() => showFocus({ ...title, pointer: '', label: 'Title' }));
  expect(shown.current.focus).toMatchObject({ ...title, pointer: '', label: 'Title' });
  act(() => dropDraft(title));
  expect(shown.current.focus).toBeUndefined();
});
