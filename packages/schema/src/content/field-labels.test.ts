import { expect, test } from 'vitest';
import type { z } from 'zod';
import { contentModel, type SectionDefinition } from './content-model.ts';
import { type FormField, getField, getLabelAt, listLeaves, listTerms } from './form-field.ts';

/** Returns a value in which each list has two entries, so that every field of the form is one of its leaves. */
function fillLists(field: FormField): unknown {
  if (field.properties)
    return Object.fromEntries(Object.entries(field.properties).map(([name, part]) => [name, fillLists(part)]));
  return field.items ? [fillLists(field.items), fillLists(field.items)] : '';
}

const forms = Object.entries<SectionDefinition>(contentModel).flatMap(([section, { singles, lists }]) => {
  const entries = Object.entries(lists).map(([name, { schema }]): [string, z.ZodType] => [name, schema]);
  return [...Object.entries(singles), ...entries].map(([name, schema]): [string, FormField] => [
    `${section}.${name}`,
    getField(schema),
  ]);
});

/** Rows of a table are named by their cells, which are empty here. */
function isCell(form: FormField, pointer: string): boolean {
  const [, name = ''] = pointer.split('/');
  return form.properties?.[name]?.input === 'table';
}

function listFields(form: FormField) {
  return listLeaves(form, fillLists(form)).filter(({ pointer }) => pointer !== '');
}

const meaninglessEnd = /(?:^|, )(?:line|entry|day|image|item)(?: \d+)?$/i;

test.each(forms)('the labels of %s repeat no word and end with a meaningful one', (_, form) => {
  const labels = listFields(form).flatMap(({ pointer, label }) => [label, getLabelAt(form, pointer)]);
  for (const label of labels) {
    const words = label.split(', ').length > 1 ? listTerms(label) : [];
    expect(
      words.filter((word, index) => words.indexOf(word) !== index),
      label,
    ).toEqual([]);
    // The image of a group "Image" has no other name.
    expect(label !== 'Image' && meaninglessEnd.test(label), label).toBe(false);
  }
});

test.each(forms)('each field of %s has one label of its own, in errors and in the history', (_, form) => {
  const fields = listFields(form).filter(({ pointer }) => !isCell(form, pointer));
  const labels = fields.map(({ label }) => label);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  expect(fields.map(({ pointer }) => getLabelAt(form, pointer))).toEqual(labels);
});

test('every list has a name for its entries', () => {
  const unnamed = forms.flatMap(([name, form]) =>
    Object.values(form.properties ?? {})
      .filter((field) => field.items && field.itemTitle === 'entry')
      .map(() => name),
  );
  expect(unnamed).toEqual([]);
});
