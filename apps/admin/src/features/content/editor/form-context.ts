import type { LinkTarget } from '@threadline/schema/link-targets';
import { createContext, useContext } from 'react';
import type { EntryIds } from '../model/entry-ids.ts';
import type { FieldErrors } from '../model/form-model.ts';

/** What a form offers beyond its own schema. */
export interface FormChoices {
  links: LinkTarget[];
}

interface FormContextValue extends FormChoices {
  /** Prefix of all ids in this form. */
  id: string;
  /** The errors to show now, by JSON Pointer. */
  errors: FieldErrors;
  /** What stands in a field now. */
  read: (pointer: string) => unknown;
  entryIds: EntryIds;
  /** `ids` are those of a list's entries, where the list itself was changed. */
  change: (pointer: string, value: unknown, ids?: readonly string[]) => void;
  /** The person left the field: its error may be shown from now on. */
  leave: (pointer: string) => void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('Fields live inside a SchemaForm.');
  return context;
}
