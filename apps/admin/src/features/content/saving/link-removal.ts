import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt, getLabelAt, isRequired } from '@threadline/schema/content/form-field';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import {
  createLinkCheck,
  getParentHref,
  listLinkTargets,
  listShownLinks,
} from '@threadline/schema/content/link-targets';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import { formatCount } from '../../../format/numbers.ts';
import type { Change, Save } from '../../../store/last-changes.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import { applyChange, findVisibilityChange } from './content-change.ts';

/** A save that takes away the links of an item to an entry that is hidden or removed. */
export interface LinkRemoval {
  save: Save;
  /** The item with the links: `Slide: Growth plan`. */
  title: string;
  /** The outcomes for visitors: `“Main button” leads to Services.` */
  outcomes: string[];
}

/**
 * Returns the saves without which visitors would find dead links after a change.
 *
 * - A link that may be empty is removed together with its text.
 * - A required one leads to the part of the site that listed the entry.
 * - One that is an entry of a list within an item, such as a related article, is taken out of that list.
 * - An entry that is only a link, such as one of the menu, is hidden.
 */
export function listLinkRemovals(change: Change, content: GroupedContent): LinkRemoval[] {
  const parent = getParentHref(change);
  if (!parent || !takesAway(change, content)) return [];
  const [before, after] = [listItems(content), listItems(applyChange(content, change))];
  const [hadTarget, hasTarget] = [createLinkCheck(before), createLinkCheck(after)];
  return after.flatMap((item) => {
    const lost = listShownLinks(item).filter(({ href }) => hadTarget(href) && !hasTarget(href));
    const pointers = lost.map(({ path }) => toPointer(path));
    return pointers.length > 0 ? (createLinkRemoval(item, pointers, parent) ?? []) : [];
  });
}

/** Returns a sentence about the links that were removed with an entry. */
export function describeLinkRemovals(links: readonly unknown[]): string {
  return `The links to it in ${formatCount(links.length, 'item')} have changed, too.`;
}

/** Returns whether a change hides or removes an entry. */
export function takesAway(change: Change, content: GroupedContent): boolean {
  const visibility = findVisibilityChange(change, content[change.section]?.[change.key]);
  return change.kind === 'remove' || visibility === 'hide' || visibility === 'unpublish';
}

export function listItems(content: GroupedContent): ContentItem[] {
  return Object.values(content).flatMap(Object.values<ContentItem>);
}

/** Returns the save that removes links of an item; undefined for an item of a list that the site no longer has. */
export function createLinkRemoval(
  item: ContentItem,
  pointers: readonly string[],
  parent: string,
): LinkRemoval | undefined {
  const { section, key, metadata, version } = item;
  const definition = findDefinition(section, key);
  if (!definition) return undefined;
  const form = getField(definition.schema);
  const title = getQualifiedTitle(item);
  const save = { kind: 'save' as const, section, key, value: item.value, metadata, version };
  if (definition.list && isLink(form.properties))
    return { save: { ...save, metadata: { ...metadata, hidden: true } }, title, outcomes: ['It is hidden.'] };
  const isInList = (pointer: string) => getFieldAt(form, getGroup(pointer)).items !== undefined;
  const isInLink = (pointer: string) => isLink(getFieldAt(form, getGroup(pointer)).properties);
  const isKept = (pointer: string) => isRequired(getFieldAt(form, pointer)) && !isInList(pointer);
  // The last one first, so that the places of the others in their lists stay the same.
  const value = pointers.reduceRight((whole, pointer) => {
    const group = getGroup(pointer);
    if (isKept(pointer)) return setValueAt(whole, pointer, parent);
    if (isInList(pointer)) return setValueAt(whole, group, omitEntry(getValueAt(whole, group), pointer));
    return isInLink(pointer) ? setValueAt(whole, group, { label: '', href: '' }) : setValueAt(whole, pointer, '');
  }, item.value);
  const place = listLinkTargets([]).find(({ href }) => href === parent)?.label ?? parent;
  const outcomes = pointers.map(
    (pointer) => `“${getLinkLabel(form, pointer)}” ${isKept(pointer) ? `leads to ${place}` : 'is removed'}.`,
  );
  return { save: { ...save, value }, title, outcomes: [...new Set(outcomes)] };
}

/** Returns the label of a link: of the group of its text and its target, if it has one. */
export function getLinkLabel(form: FormField, pointer: string): string {
  const group = getGroup(pointer);
  return getLabelAt(form, isLink(getFieldAt(form, group).properties) ? group : pointer);
}

function getGroup(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function omitEntry(entries: unknown, pointer: string): unknown[] {
  return (entries as unknown[]).toSpliced(Number(pointer.slice(pointer.lastIndexOf('/') + 1)), 1);
}

/** Returns true for the fields of a link: its text and its target. */
function isLink(properties: Readonly<Record<string, unknown>> | undefined): boolean {
  return Object.keys(properties ?? {}).join() === 'label,href';
}
