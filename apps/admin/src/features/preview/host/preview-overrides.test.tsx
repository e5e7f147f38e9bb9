import { act, render, renderHook, screen } from '@testing-library/react';
import { sectionNames } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { expect, test } from 'vitest';
import { blankValue, validate } from '../../content/model/form-model.ts';
import { getLists } from '../../content/model/section-model.ts';
import {
  hideDraft,
  setFocusedField,
  setFocusedPart,
  showDraft,
  usePreviewDraft,
  usePreviewOverrides,
} from './preview-overrides.ts';

const title = { section: 'hero', key: 'title' };

function renderOverrides() {
  return renderHook(() => usePreviewOverrides((all) => all)).result;
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

test('a new entry shows the names of its empty fields, and what is typed in the others', () => {
  const shown = renderOverrides();
  const question = { section: 'cta', key: 'faq-draft', after: 'faq-scope', isNew: true };
  const empty = 'This field cannot be empty.';
  act(() => showDraft(question, { question: 'Who', answer: '' }, { '/answer': empty }));
  expect(shown.current.edits).toEqual([
    { section: 'cta', key: 'faq-draft', after: 'faq-scope', value: { question: 'Who', answer: 'Answer' } },
  ]);
  expect(shown.current.invalid).toMatchObject([{ pointer: '/answer', isEmpty: true, isFilled: true }]);
  act(() => hideDraft(question));
});

test('an invalid field keeps its last valid value, and the valid fields of the item are shown', () => {
  const shown = renderOverrides();
  const faq = { section: 'cta', key: 'faq-scope' };
  const empty = 'This field cannot be empty.';
  act(() => showDraft(faq, { question: 'Who?', answer: 'We.' }, {}));
  act(() => showDraft(faq, { question: 'Who pays?', answer: '' }, { '/answer': empty }));
  expect(shown.current.edits).toEqual([{ ...faq, value: { question: 'Who pays?', answer: 'We.' } }]);
  expect(shown.current.invalid).toMatchObject([{ pointer: '/answer', isEmpty: true, isFilled: false }]);
  act(() => hideDraft(faq));
  // A text that is invalid from the beginning is compared with the saved one.
  const saved = { question: 'Q', answer: 'Saved' };
  act(() => showDraft({ ...faq, saved }, { question: 'Who?', answer: '' }, { '/answer': empty }));
  expect(shown.current.edits).toEqual([{ ...faq, value: { question: 'Who?', answer: 'Saved' } }]);
  act(() => hideDraft(faq));
});

test('an added entry of a list shows its name, not the text that was in its place before', () => {
  const shown = renderOverrides();
  const step = { section: 'cta', key: 'next-steps' };
  const createResponse = (steps: string[]) => ({ heading: 'Next', steps });
  act(() => showDraft(step, createResponse(['One', 'Two']), {}));
  act(() => showDraft(step, createResponse(['One', '', 'Two']), { '/steps/1': 'This field cannot be empty.' }));
  expect(shown.current.edits).toEqual([{ ...step, value: createResponse(['One', 'Next step', 'Two']) }]);
  act(() => hideDraft(step));
});

test('every kind of new entry is shown from the beginning', () => {
  const shown = renderOverrides();
  const kinds = sectionNames.flatMap((section) => getLists(section).map((list) => [section, list] as const));
  for (const [section, { prefix, schema }] of kinds) {
    const entry = { section, key: `${prefix}-draft` };
    const value = blankValue(getField(schema));
    act(() => showDraft({ ...entry, isNew: true }, value, validate(schema, value)));
    expect({ entry, count: shown.current.edits.length }).toEqual({ entry, count: 1 });
    act(() => hideDraft(entry));
  }
});

test('a closed editor has no focused field', () => {
  const shown = renderOverrides();
  act(() => setFocusedField({ ...title, pointer: '', label: 'Headline' }));
  expect(shown.current.focus).toMatchObject({ ...title, pointer: '', label: 'Headline' });
  act(() => hideDraft(title));
  expect(shown.current.focus).toBeUndefined();
});

test('the outline follows the caret within the focused text, and no other', () => {
  const shown = renderOverrides();
  const text = { ...title, pointer: '/body', label: 'Text' };
  act(() => setFocusedField(text));
  act(() => setFocusedPart('/body', '/content/3'));
  expect(shown.current.focus).toEqual({ ...text, part: '/content/3' });
  act(() => setFocusedPart('/other', '/content/5'));
  expect(shown.current.focus).toEqual({ ...text, part: '/content/3' });
  act(() => setFocusedField(undefined));
});

function BrandForm() {
  const onFocus = usePreviewDraft(
    { section: 'site', key: 'brand' },
    {
      ...{ value: {}, errors: {}, read: () => undefined },
      ...{ change: () => {}, changeList: () => {}, focus: () => {}, pick: () => {}, run: () => {} },
    },
  );
  return (
    <form onFocus={onFocus}>
      <input data-pointer="/name" />
      <input data-pointer="/colors/primary" />
    </form>
  );
}

test('a focused colour has no place on the page: it is everywhere', () => {
  const shown = renderOverrides();
  render(<BrandForm />);
  const [name, color] = screen.getAllByRole('textbox');
  act(() => name?.focus());
  expect(shown.current.focus).toEqual({ section: 'site', key: 'brand', pointer: '/name', label: 'Name' });
  act(() => color?.focus());
  expect(shown.current.focus).toBeUndefined();
});
