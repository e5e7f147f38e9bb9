import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import {
  contentModel,
  findDefinition,
  isSectionName,
  type SectionDefinition,
  type SectionName,
  sectionNames,
} from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt, type Leaf, listLeaves } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { z } from 'zod';
import { getProperty } from './compare.ts';
import { fillKnownValues } from './known-values.ts';

export interface SearchHit {
  section: SectionName;
  sectionTitle: string;
  key: string;
  itemTitle: string;
  /** JSON Pointer of the field: what `/content?section=…&item=…&field=…` takes. */
  field: string;
  fieldLabel: string;
  /** The text around the first match. */
  excerpt: string;
  /** The matches in the excerpt: [start, end). */
  marks: [start: number, end: number][];
}

interface Searchable extends Omit<SearchHit, 'excerpt' | 'marks'> {
  text: string;
  folded: Folded;
  /** A link, an anchor or a file, which is not visible on the page. */
  isAddress: boolean;
}

/** A text in normalized form, with the position of each character in the original. */
interface Folded {
  text: string;
  /** Index in the original of every folded character, and the original's length at the end. */
  origins: number[];
}

const latinAccents = /[\u0300-\u036f]/g; // marks of other scripts are part of their letters
const excerptLength = 120;

/** A field of the content, or a list, found by its name. */
export interface FieldHit {
  section: SectionName;
  /** What `/content` opens: a single item, or a list. An entry is opened only if it was found by its own text. */
  target: { item: string } | { list: string };
  /** JSON Pointer; empty for a whole item or list. */
  field: string;
  label: string;
  /** Where it is: the section and the item. */
  place: string;
  /** Another name by which editors know the item or field, in lower case. */
  alias?: string | undefined;
}

/** By item, or by item and pointer. */
const aliases: Readonly<Record<string, string>> = {
  'hero.title': 'title',
  'hero.subtitle': 'subtitle',
  'site.seo/title': 'seo title',
  'site.seo/description': 'seo description',
};

/** Removes case and accents, and replaces typographic quotes and dashes. */
export function fold(text: string): Folded {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character
      .normalize('NFKD')
      .replace(latinAccents, '')
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[‐-―]/g, '-')
      .replace(/\s/g, ' ');
    folded += plain;
    for (let count = 0; count < plain.length; count += 1) origins.push(at);
    at += character.length;
  }
  return { text: folded, origins: [...origins, at] };
}

/** One index for each version of the content, because normalizing the text costs more than searching it. */
const indexes = new WeakMap<GroupedContent, Searchable[]>();

function getIndex(content: GroupedContent): Searchable[] {
  let index = indexes.get(content);
  if (!index) {
    index = Object.values(content).flatMap((items) =>
      Object.values(items).flatMap((item) => listSearchable(item, content)),
    );
    indexes.set(content, index);
  }
  return index;
}

function listSearchable(item: ContentItem, content: GroupedContent): Searchable[] {
  const definition = findDefinition(item.section, item.key);
  if (!definition || !isSectionName(item.section)) return [];
  const { section } = definition;
  const sectionTitle = contentModel[section].title;
  const itemTitle = getItemTitle(item, definition);
  const form = getField(definition.schema);
  return listLeaves(form, item.value)
    .map((leaf) =>
      getFieldAt(form, leaf.pointer).input === 'rich-text' ? { ...leaf, text: removeMarks(leaf.text) } : leaf,
    )
    .filter(({ text }) => text !== '')
    .map((leaf) => ({ ...leaf, text: fillKnownValues(leaf.text, content) }))
    .map(({ pointer, label, text }) => ({
      section,
      sectionTitle,
      key: item.key,
      itemTitle,
      field: pointer,
      fieldLabel: label,
      text,
      folded: fold(text),
      isAddress: addressField.test(pointer) || addressText.test(text),
    }));
}

/** Returns Markdown without its marks, as readers see the text. */
function removeMarks(markdown: string): string {
  return markdown
    .replaceAll(/^(?:> |- |#{1,6} )+/gm, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*{1,3}([^*\n]+)\*{1,3}/g, '$1')
    .replaceAll(/^\| (.*) \|$/gm, (_, cells: string) => cells.replaceAll(' | ', ' · '));
}

const addressField = /\/(?:anchor|href|src|poster|url)$/;
const addressText = /^(?:[#/]|https?:|mailto:|tel:)\S*$/;

/**
 * Finds the texts that contain every term, ignoring case and accents. The whole phrase ranks first, then terms at the start
 * of words, then short texts. Addresses rank last.
 */
export function searchContent(content: GroupedContent, query: string, { limit = 20 } = {}): SearchHit[] {
  const phrase = fold(query).text.trim().replace(/ +/g, ' ');
  if (phrase === '') return [];
  const terms = [...new Set(phrase.split(' '))];
  return getIndex(content)
    .flatMap((entry) => {
      const score = getScore(entry.folded.text, phrase, terms);
      return score > 0 ? [{ entry, score }] : [];
    })
    .sort((one, other) => Number(one.entry.isAddress) - Number(other.entry.isAddress) || other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => toHit(entry, phrase, terms));
}

/**
 * Finds fields, items and lists whose name contains one of the terms at the start of a word, or each term of the first one
 * together with the names of its item and section. Names with the first term rank before those with another one, then a name that is or begins
 * with the term, then whole items before their fields, those of the site settings first. The fields that each entry of a
 * list has come last, once.
 */
export function searchFields(content: GroupedContent, terms: readonly string[], { limit = 6 } = {}): FieldHit[] {
  return sectionNames
    .flatMap((section) => listNamedFields(section, content[section] ?? {}))
    .map((hit) => ({ hit, rank: getRank(hit, terms) }))
    .filter(({ rank }) => rank !== '')
    .sort((one, other) => one.rank.localeCompare(other.rank))
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/** Returns a text that sorts before those of worse matches; empty without a match. */
function getRank(hit: FieldHit, terms: readonly string[]): string {
  const names = [fold(hit.label).text, ...(hit.alias === undefined ? [] : [hit.alias])];
  const [typed = ''] = terms;
  const byNames = hasAllTerms(hit, typed) ? [`03${getDepth(hit)}`] : [];
  const byTerms = terms.flatMap((term, index) =>
    names.map((name) => {
      if (!isAtWordStart(name, term)) return '';
      const distance = name === term ? 0 : name.startsWith(term) ? 1 : 2;
      return `${Math.min(index, 1)}${distance}${getDepth(hit)}`;
    }),
  );
  return [...byTerms, ...byNames].filter(Boolean).toSorted()[0] ?? '';
}

/** Returns whether the name has one of the typed terms, and the names of its item and section have the others. */
export function hasAllTerms({ label, alias = '', place }: FieldHit, query: string): boolean {
  const [name, all] = [fold(`${label} ${alias}`).text, fold(`${label} ${alias} ${place}`).text];
  const typed = fold(query).text.split(' ').filter(Boolean);
  return typed.some((term) => isAtWordStart(name, term)) && typed.every((term) => isAtWordStart(all, term));
}

/** Returns the place of equally named hits in the results. */
function getDepth({ section, field, target }: FieldHit): number {
  if (field === '') return 0;
  if ('list' in target) return 3;
  return section === 'site' ? 1 : 2;
}

function listNamedFields(section: SectionName, items: Readonly<Record<string, ContentItem>>): FieldHit[] {
  const { title: place, singles, lists }: SectionDefinition = contentModel[section];
  const toHits = (whole: Omit<FieldHit, 'field' | 'place'>, schema: z.ZodType, value: unknown): FieldHit[] => [
    {
      ...whole,
      field: '',
      place,
      ...('item' in whole.target && { alias: aliases[`${section}.${whole.target.item}`] }),
    },
    ...listColumns(getField(schema), value)
      .filter(({ pointer }) => pointer !== '')
      .map(({ pointer, label }) => ({
        ...whole,
        field: pointer,
        label,
        place: `${place}, ${whole.label}`,
        ...('item' in whole.target && { alias: aliases[`${section}.${whole.target.item}${pointer}`] }),
      })),
  ];
  return [
    ...Object.entries(singles).flatMap(([item, schema]) => {
      const label = schema.meta()?.title ?? item;
      return items[item] ? toHits({ section, target: { item }, label }, schema, items[item].value) : [];
    }),
    ...Object.entries(lists).flatMap(([list, { prefix, title: label, schema }]) => {
      const first = Object.values(items).find(({ key }) => key.startsWith(`${prefix}-`));
      return toHits({ section, target: { list }, label }, schema, first?.value);
    }),
  ];
}

/** Returns the leaves of a value; of a table one for each column instead of one for each cell. */
function listColumns(field: FormField, value: unknown): Leaf[] {
  const parts = Object.entries(field.properties ?? {});
  if (!parts.some(([, { input }]) => input === 'table')) return listLeaves(field, value);
  const columns = parts.map(([name, { input }]) => [name, input === 'table' ? [{}] : getProperty(value, name)]);
  return listLeaves(field, Object.fromEntries(columns));
}

function getScore(text: string, phrase: string, terms: readonly string[]): number {
  if (!terms.every((term) => text.includes(term))) return 0;
  const atStart = terms.filter((term) => isAtWordStart(text, term)).length / terms.length;
  const wholePhrase = text === phrase ? 4 : text.startsWith(phrase) ? 3 : text.includes(phrase) ? 2 : 0;
  return 1 + wholePhrase * 2 + atStart + 1 / (1 + text.length / 100);
}

function isAtWordStart(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

function toHit(
  { text, folded, isAddress: _, ...place }: Searchable,
  phrase: string,
  terms: readonly string[],
): SearchHit {
  const wanted = folded.text.includes(phrase) ? [phrase] : terms;
  const all = merged(wanted.flatMap((term) => occurrences(folded, term)));
  const from = startOfExcerpt(text, all[0]?.[0] ?? 0);
  const end = Math.min(text.length, from + excerptLength);
  const prefix = from > 0 ? '…' : '';
  const shift = prefix.length - from;
  return {
    ...place,
    excerpt: prefix + text.slice(from, end).replaceAll('\n', ' ') + (end < text.length ? '…' : ''),
    marks: all
      .filter(([start, stop]) => start >= from && stop <= end)
      .map(([start, stop]) => [start + shift, stop + shift]),
  };
}

function occurrences({ text, origins }: Folded, term: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length)) {
    found.push([origins[at] ?? 0, origins[at + term.length] ?? 0]);
  }
  return found;
}

/** Returns the marks in order and without overlaps. */
function merged(marks: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of marks.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** Returns the start of a word shortly before the first mark. */
function startOfExcerpt(text: string, firstMark: number): number {
  const early = firstMark - 40;
  if (early <= 0 || text.length <= excerptLength) return 0;
  const space = text.slice(early, firstMark).search(/\s/);
  return space === -1 ? firstMark : early + space + 1;
}
