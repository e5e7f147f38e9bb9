import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition } from '@threadline/schema/content-model';
import { fieldAt, fieldOf, labelAt } from '@threadline/schema/form-field';

type Place = Pick<ContentItem, 'section' | 'key'>;

/** What an item carries beside its value, as `changed-fields.ts` points to it. */
const besides: Record<string, string> = {
  '/metadata/title': 'Name in the admin',
  '/metadata/hidden': 'Hidden from the site',
};

const switches: Record<string, string> = { true: 'On', false: 'Off' };

/** The label of a field as the form has it, and how its words are read there: a choice by its name, a switch as on or off. */
export function fieldWords({ section, key }: Place, pointer: string) {
  const beside = besides[pointer];
  if (beside) return { label: beside, read: (text: string) => switches[text] ?? text };
  const schema = findDefinition(section, key)?.schema;
  if (!schema) return { label: '', read: (text: string) => text };
  const form = fieldOf(schema);
  const { input, options = {} } = fieldAt(form, pointer);
  const readings = input === 'switch' ? switches : input === 'select' ? options : {};
  return { label: labelAt(form, pointer), read: (text: string) => readings[text] ?? text };
}
