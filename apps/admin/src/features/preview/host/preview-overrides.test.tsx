import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hideDraft, setFocusedField, showDraft, usePreviewOverrides } from './preview-overrides.ts';

const title = { section: 'hero', key: 'title' };

function renderOverrides() {
  return renderHook(() => usePreviewOverrides()).result;
}

test('the page shows the newest text of each open editor', () => {
  const shown = renderOverrides();
  act(() => showDraft(title, 'One', {}));
  act(() => showDraft({ section: 'about', key: 'heading' }, 'About', {}));
  act(() => showDraft(title, 'Two', {}));
  expect(shown.current.edits).toEqual([
    { section: 'about', key: 'heading', value: 'About' },
    { ...title, value: 'Two' },
  ]);
  act(() => hideDraft({ section: 'about', key: 'heading' }));
  act(() => hideDraft(title));
  expect(shown.current.edits).toEqual([]);
});

test('an invalid text keeps the last valid one on the page, and is reported', () => {
  const shown = renderOverrides();
  act(() => showDraft(title, 'Good', {}));
  act(() => showDraft(title, '', { '': 'This field cannot be empty.' }));
  expect(shown.current).toMatchObject({
    edits: [{ ...title, value: 'Good' }],
    invalid: [{ ...title, pointer: '', message: 'This field cannot be empty.', isEmpty: true }],
  });
  act(() => showDraft(title, 'Good again', {}));
  expect(shown.current.invalid).toEqual([]);
  act(() => hideDraft(title));
});

test('a closed editor has no focused field', () => {
  const shown = renderOverrides();
  act(() => setFocusedField({ ...title, pointer: '', label: 'Title' }));
  expect(shown.current.focus).toMatchObject({ ...title, pointer: '', label: 'Title' });
  act(() => hideDraft(title));
  expect(shown.current.focus).toBeUndefined();
});
