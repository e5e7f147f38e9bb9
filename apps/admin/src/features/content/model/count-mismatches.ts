import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import {
  findDefinition,
  isSectionName,
  type SectionName,
  sectionNames,
} from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt, listLeaves } from '@threadline/schema/content/form-field';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { perItem } from './per-item.ts';
import { getLists, type NamedList } from './section-model.ts';

const numerals =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/** A text that states another number of entries than a list has, such as "Nine services" for ten. It is only a warning. */
export interface CountMismatch {
  /** The list at which the warning is shown; undefined for the single items. */
  list: string | undefined;
  /** The field that states the number. */
  section: string;
  key: string;
  field: string;
  /** The text and its place: `“Nine services” (Services: Heading)`. */
  stated: string;
  /** The number of entries that visitors see: `10 under Services`. */
  shown: string;
}

/** Pages and articles may count steps and services of other companies. */
const landingPage = sectionNames.filter((name) => !['site', 'mail', 'insights'].includes(name));

/** Returns the mismatches to show in a section: about its lists, and in its texts. */
export function findCountMismatches(section: SectionName, content: GroupedContent): CountMismatch[] {
  return sectionNames.flatMap((counted) =>
    getLists(counted)
      .filter((list) => counted === section || list.isCountedAnywhere)
      .flatMap((list) => {
        const count = listVisible(counted, content).filter((item) => findList(item) === list.name).length;
        const counts = createCountPattern(list.countedAs ?? list.itemTitle);
        return listCountedTexts(counted, list, content).flatMap(({ item, field, text }) => {
          const stated = findCounts(text, counts).find((each) => each.count !== count);
          if (!stated || (counted !== section && item.section !== section)) return [];
          // Not twice the same words, where the text is also the name of its item.
          const place = getQualifiedTitle(item).replace(`: ${stated.excerpt}`, '');
          const shownAt = counted === section ? list.name : findShownList(item);
          return [
            {
              ...{ list: shownAt, section: item.section, key: item.key, field },
              stated: `“${stated.excerpt}” (${place})`,
              shown: `${count} under ${list.title}`,
            },
          ];
        });
      }),
  );
}

function listVisible(section: SectionName, content: GroupedContent): ContentItem[] {
  return Object.values(content[section] ?? {}).filter(({ metadata }) => !metadata.hidden);
}

function findList({ section, key }: ContentItem): string | undefined {
  return findDefinition(section, key)?.list?.name;
}

/** Returns the list that has the item, or above whose entries it is shown. */
function findShownList(item: ContentItem): string | undefined {
  const { section, key } = item;
  const hasAbove = ({ above = [] }: NamedList) => above.includes(key);
  return findList(item) ?? (isSectionName(section) ? getLists(section).find(hasAbove)?.name : undefined);
}

/** Returns the texts that may state the count. Most lists are counted only in the single items of their own section. */
function listCountedTexts(section: SectionName, { isCountedAnywhere }: NamedList, content: GroupedContent) {
  const sections = isCountedAnywhere ? landingPage : [section];
  return sections
    .flatMap((name) => listVisible(name, content))
    .filter((item) => isCountedAnywhere || !findDefinition(item.section, item.key)?.list)
    .flatMap(listTexts);
}

const listTexts = perItem((item: ContentItem) => {
  const definition = findDefinition(item.section, item.key);
  if (!definition) return [];
  const form = getField(definition.schema);
  return listLeaves(form, item.value)
    .filter(({ pointer }) => !isInTable(form, pointer))
    .map(({ pointer, text }) => ({ item, field: pointer, text }));
});

/** The cells of a table are data, such as the projects of the sample dashboard. */
function isInTable(form: FormField, pointer: string): boolean {
  const [, first = ''] = pointer.split('/');
  return getFieldAt(form, `/${first}`).input === 'table';
}

/** Characters around the number in an excerpt. */
const excerptMargin = 30;

/** Matches counts up to 99 before a plural: "one step" is an idiom, and "1,200 services" counts something else. */
function createCountPattern(noun: string): RegExp {
  return new RegExp(`(?<![\\d.,])\\b(\\d{1,2}|${numerals.join('|')}) ${noun}s\\b`, 'gi');
}

function findCounts(text: string, pattern: RegExp): { count: number; excerpt: string }[] {
  return [...text.matchAll(pattern)].map(({ 0: match, 1: number = '', index }) => {
    const start = Math.max(0, index - excerptMargin);
    const end = Math.min(text.length, index + match.length + excerptMargin);
    const excerpt = `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
    return { count: Number(number) || numerals.indexOf(number.toLowerCase()) + 1, excerpt };
  });
}
