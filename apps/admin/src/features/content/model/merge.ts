import { type FormField, nameColumns, nameEntry, nameRow } from '@threadline/schema/content/form-field';
import { getRowName } from '@threadline/schema/primitives/fields';
import { mergeBlocks } from '@threadline/schema/rich-text/merge-blocks';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { formatValue, getLabel, getProperty, type LabelledField, listProperties } from './compare.ts';
import { type FormText, isEqual, titleLabel, titlePointer } from './form-model.ts';

/** One field of an item that two people have edited. */
export interface MergedField {
  pointer: string;
  label: string;
  input: FormField['input'];
  /** Undefined when the text that both started from is unknown. */
  base: string | undefined;
  mine: string;
  theirs: string;
}

export interface Merge {
  /** Both edits together. Where both changed a field, mine. */
  text: FormText;
  /** Fields that both changed, and differently. */
  conflicts: MergedField[];
  onlyMine: MergedField[];
  onlyTheirs: MergedField[];
}

interface Sides<Value> {
  base: Value | undefined;
  mine: Value;
  theirs: Value;
}

/** Merges two edits of an item field by field. Only fields that both changed are conflicts. */
export function mergeEdits(field: FormField, { base, mine, theirs }: Sides<FormText>): Merge {
  const merge: Merge = { text: mine, conflicts: [], onlyMine: [], onlyTheirs: [] };
  const getSides = (part: keyof FormText) => ({ base: base?.[part], mine: mine[part], theirs: theirs[part] });
  const value = mergeAt({ field, pointer: '', outerLabel: '' }, getSides('value'), merge);
  const titleField: FormField = { title: titleLabel.title, input: 'text' };
  const title = mergeAt({ field: titleField, pointer: titlePointer, outerLabel: '' }, getSides('title'), merge);
  return { ...merge, text: { value, title: String(title) } };
}

/** Returns the merged value of a field and adds what it decided to `merge`. */
function mergeAt(at: LabelledField, { base, mine, theirs }: Sides<unknown>, merge: Merge): unknown {
  const { field, pointer } = at;
  if (isEqual(mine, theirs)) return mine;
  if (field.properties) {
    return Object.fromEntries(
      listProperties(at).map(([name, property]) => {
        const getPart = (value: unknown) => getProperty(value, name);
        return [name, mergeAt(property, { base: getPart(base), mine: getPart(mine), theirs: getPart(theirs) }, merge)];
      }),
    );
  }
  const isOnlyMine = isEqual(theirs, base);
  const isOnlyTheirs = isEqual(mine, base);
  const label = getLabel(at);
  const { items } = field;
  if (
    !isOnlyMine &&
    !isOnlyTheirs &&
    items &&
    haveSameLength([base, mine, theirs]) &&
    haveSameRows(field, { base, mine, theirs })
  ) {
    const [bases, mines, others] = [base, mine, theirs] as [unknown[], unknown[], unknown[]];
    return mines.map((entry, index) =>
      mergeAt(
        { ...labelEntry(at, bases[index], index), pointer: `${pointer}/${index}` },
        { base: bases[index], mine: entry, theirs: others[index] },
        merge,
      ),
    );
  }
  if (!isOnlyMine && !isOnlyTheirs && isRichText(base) && isRichText(mine) && isRichText(theirs)) {
    const merged = mergeBlocks(base, mine, theirs);
    if (merged) return merged;
  }
  const list = isOnlyMine ? merge.onlyMine : isOnlyTheirs ? merge.onlyTheirs : merge.conflicts;
  list.push({
    pointer,
    label,
    input: field.input,
    base: base === undefined ? undefined : formatValue(field, base),
    mine: formatValue(field, mine),
    theirs: formatValue(field, theirs),
  });
  return isOnlyTheirs ? theirs : mine;
}

/** Entries can be merged one by one only in lists of equal length. */
function haveSameLength(lists: readonly unknown[]): boolean {
  const lengths = lists.map((list) => (Array.isArray(list) ? list.length : undefined));
  return lengths[0] !== undefined && lengths.every((length) => length === lengths[0]);
}

/** Returns false for tables whose rows were moved, because rows at the same place are then different rows. */
function haveSameRows({ input, rowName = [] }: FormField, { base, mine, theirs }: Sides<unknown>): boolean {
  if (input !== 'table') return true;
  const listNames = (rows: unknown) => (rows as unknown[]).map((row) => getRowName(rowName, row).join('\n'));
  const names = listNames(base);
  return [mine, theirs].every((rows) =>
    listNames(rows).every((name, index) => name === names[index] || !names.includes(name)),
  );
}

function labelEntry(at: LabelledField, entry: unknown, index: number): Omit<LabelledField, 'pointer'> {
  const { field, outerLabel } = at;
  if (field.input === 'table')
    return { field: nameColumns(field, nameRow(field, getLabel(at), entry)), outerLabel: '' };
  return { field: { ...(field.items ?? field), title: nameEntry(field, outerLabel, index) }, outerLabel: '' };
}
