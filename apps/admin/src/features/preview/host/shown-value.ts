import { type FormField, getFieldAt } from '@threadline/schema/content/form-field';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import { parsePointer, toPointer } from '@threadline/schema/primitives/json-pointer';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import { examplePicture, isBlank } from '../../content/model/form-model.ts';
import { getValueAt, setValueAt } from '../../content/model/value-at.ts';

interface ShownValueOptions {
  form: FormField;
  /** Pointers of the fields with errors. */
  invalid: readonly string[];
  /** The value that the page shows now; undefined for a new entry. */
  before: unknown;
  /** True for an entry that was never saved: its empty fields show their names, whatever was typed in them before. */
  isNew: boolean;
}

/**
 * Returns a value for the page with a valid part for each invalid field: the last valid one, or the name of a field that
 * never had one. `filled` are the pointers of the fields that show a placeholder.
 */
export function createShownValue(value: unknown, { form, invalid, before, isNew }: ShownValueOptions) {
  const filled = new Set<string>();
  let shown = value;
  for (const pointer of invalid) {
    const place = getFieldPointer(form, pointer);
    const part = getValueAt(value, place);
    const last = hasSameLists(place, value, before) ? getValueAt(before, place) : undefined;
    const placeholder = createPlaceholder(getFieldAt(form, place), part);
    const isFilled = placeholder !== undefined && (last === undefined || (isNew && isEmpty(part)));
    if (isFilled) filled.add(pointer);
    const next = isFilled ? placeholder : last;
    if (next !== undefined) shown = setValueAt(shown, place, next);
  }
  return { shown, filled };
}

/** Returns the pointer of the form's field. A formatted text is one field, whatever it contains. */
function getFieldPointer(form: FormField, pointer: string): string {
  const parts = parsePointer(pointer);
  const pointers = parts.map((_, index) => toPointer(parts.slice(0, index)));
  return pointers.find((each) => getFieldAt(form, each).input === 'rich-text') ?? pointer;
}

/** Returns whether the lists around a field have as many entries as before, so that its place is that of the same entry. */
function hasSameLists(pointer: string, value: unknown, before: unknown): boolean {
  if (before === undefined) return false;
  const parts = parsePointer(pointer);
  return parts.every((_, depth) => {
    const around = toPointer(parts.slice(0, depth));
    const [now, then] = [getValueAt(value, around), getValueAt(before, around)];
    return Array.isArray(now) ? Array.isArray(then) && now.length === then.length : !Array.isArray(then);
  });
}

/** Returns true for a field without a value, and for a formatted text without characters. */
export function isEmpty(part: unknown): boolean {
  return isRichText(part) ? getPlainText(part).trim() === '' : isBlank(part);
}

/** Returns what the page shows for a field without a valid value; undefined if there is no such value. */
function createPlaceholder({ input, title, maxLength, minimum, options }: FormField, part: unknown): unknown {
  if (isRichText(part))
    return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: title }] }] };
  switch (input) {
    case 'text':
    case 'textarea':
      return title.slice(0, maxLength);
    case 'address':
      return '';
    case 'media':
      return examplePicture;
    case 'link':
      return '#contact';
    case 'date':
      return toIndianDay(new Date());
    case 'number':
      return minimum ?? 0;
    case 'select':
      return Object.keys(options ?? {})[0];
    default:
      return undefined;
  }
}
