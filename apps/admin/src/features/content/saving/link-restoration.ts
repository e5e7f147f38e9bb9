import type { ContentItem, GroupedContent, ItemChangedWithRemoval } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField } from '@threadline/schema/content/form-field';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { createLinkCheck, getParentHref, listShownLinks } from '@threadline/schema/content/link-targets';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import { formatCount } from '../../../format/numbers.ts';
import type { Change, Save } from '../../../store/last-changes.ts';
import { completeValue, isEqual } from '../model/form-model.ts';
import { mergeEdits } from '../model/merge.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import { applyChange, findVisibilityChange, putItem } from './content-change.ts';
import { createLinkRemoval, getLinkLabel, listItems } from './link-removal.ts';

/** The links of an item to an entry that is shown or restored, as they were before it was hidden or removed. */
export interface LinkRestoration {
  /** Undefined if the links were edited since, so that they stay as they are. */
  save: Save | undefined;
  /** The item with the links: `Slide: Growth plan`. */
  title: string;
  /** The outcomes for visitors: `“Main button” leads to it again.` */
  outcomes: string[];
}

/** Returns whether a change shows an entry again to which the site may have linked before. */
export function bringsBack(change: Change, content: GroupedContent): boolean {
  if (change.kind !== 'save' || !getParentHref(change)) return false;
  const before = content[change.section]?.[change.key];
  // A removed entry has no version. This browser may not know yet that it was removed.
  if (!before || change.version === undefined) return change.origin === 'restore' && !change.metadata.hidden;
  const visibility = findVisibilityChange(change, before);
  return visibility === 'show' || visibility === 'publish';
}

/**
 * Returns the saves that restore the links to an entry. A field that was edited since then keeps its edit.
 *
 * @param changed the items that were changed by the save that hid or removed the entry. Other changes of them stay.
 */
export function listLinkRestorations(
  change: Save & Change,
  content: GroupedContent,
  changed: readonly ItemChangedWithRemoval[],
): LinkRestoration[] {
  const parent = getParentHref(change);
  const entry = { ...change, type: '', position: 0, version: 0, updatedAt: '', updatedBy: null };
  const shown = content[change.section]?.[change.key] ? applyChange(content, change) : putItem(content, change, entry);
  const [hadTarget, hasTarget] = [createLinkCheck(listItems(content)), createLinkCheck(listItems(shown))];
  return changed.flatMap(({ section, key, before, after }) => {
    const current = content[section]?.[key];
    const definition = findDefinition(section, key);
    if (!parent || !current || !definition) return [];
    const earlier = { ...current, ...before };
    const lost = listShownLinks(earlier).filter(({ href }) => !hadTarget(href) && hasTarget(href));
    const pointers = lost.map(({ path }) => toPointer(path));
    const removal = createLinkRemoval(earlier, pointers, parent)?.save;
    const form = getField(definition.schema);
    const isSame = (one: unknown, other: unknown) => isEqual(completeValue(form, one), completeValue(form, other));
    if (!removal || pointers.length === 0 || !isSame(removal.value, after.value)) return [];
    if (removal.metadata.hidden && !before.metadata.hidden) return showAgain(current, after);
    return createRestoration({ form, pointers, before: before.value, after: after.value, current });
  });
}

/** Returns a sentence about the links that were restored with an entry. */
export function describeLinkRestorations(links: readonly unknown[]): string {
  return `The links to it in ${formatCount(links.length, 'item')} are restored, too.`;
}

function toSave({ section, key, value, metadata, version }: ContentItem): Save {
  return { kind: 'save', section, key, value, metadata, version };
}

/** Shows an entry that is only a link, and was hidden. */
function showAgain(current: ContentItem, after: ItemChangedWithRemoval['after']): LinkRestoration[] {
  const { hidden, ...metadata } = current.metadata;
  if (!hidden) return [];
  const title = getQualifiedTitle(current);
  if (!isEqual(current.value, after.value)) return [{ save: undefined, title, outcomes: [`It ${edited}.`] }];
  return [{ save: toSave({ ...current, metadata }), title, outcomes: ['It is shown again.'] }];
}

const edited = 'was edited since and stays as it is';

interface Restoration extends Record<'before' | 'after', unknown> {
  form: FormField;
  /** Of the links, in the value before. */
  pointers: readonly string[];
  current: ContentItem;
}

function createRestoration({ form, pointers, before, after, current }: Restoration): LinkRestoration[] {
  const [base, mine, theirs] = [after, before, current.value].map((value) => ({ value, title: '' }));
  if (!base || !mine || !theirs) return [];
  const merge = mergeEdits(form, { base, mine, theirs });
  const value = merge.conflicts.reduce(
    (merged, { pointer }) => setValueAt(merged, pointer, getValueAt(current.value, pointer)),
    merge.text.value,
  );
  const isThere = (pointer: string) => isEqual(getValueAt(current.value, pointer), getValueAt(before, pointer));
  const isKept = (pointer: string) =>
    merge.conflicts.some((conflict) => `${pointer}/`.startsWith(`${conflict.pointer}/`));
  const outcomes = pointers
    .filter((pointer) => !isThere(pointer))
    .map((pointer) => `“${getLinkLabel(form, pointer)}” ${isKept(pointer) ? edited : 'leads to it again'}.`);
  if (outcomes.length === 0) return [];
  const save = isEqual(value, current.value) ? undefined : toSave({ ...current, value });
  return [{ save, title: getQualifiedTitle(current), outcomes: [...new Set(outcomes)] }];
}
