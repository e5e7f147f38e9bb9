import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { findDefinition, type SectionName, sectionNames } from '@threadline/schema/content-model';
import { fieldOf, leavesOf } from '@threadline/schema/form-field';
import { itemName } from '@threadline/schema/item-name';
import { listsOf, type NamedList } from './section-model.ts';

const numberWords =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/** Something to look at again, under the group of a section that it is about. Nothing is refused because of it. */
export interface Remark {
  /** The name of a list; undefined for the single texts. */
  list: string | undefined;
  /** The field to change. */
  section: string;
  key: string;
  field: string;
  words: string;
}

interface Counted {
  section: SectionName;
  list: NamedList;
  shown: number;
}

interface Text extends Pick<Remark, 'section' | 'key' | 'field'> {
  text: string;
  /** How its item is called. */
  name: string;
  /** The list of the item. */
  list: string | undefined;
}

/**
 * Texts that say how many entries a list has, and say it wrong: "Nine services" over ten. Told where the list is, and where
 * the text is.
 */
export function wrongCounts(section: SectionName, content: GroupedContent): Remark[] {
  return sectionNames.flatMap((name) =>
    countedIn(name, content)
      // What is counted in its own section only is nobody else's matter.
      .filter(({ list }) => name === section || list.isCountedAnywhere)
      .flatMap((counted) => wrongTexts(counted, content).flatMap((text) => remarksOn(counted, text, section))),
  );
}

function remarksOn(counted: Counted, text: Text, section: SectionName): Remark[] {
  const { list, shown } = counted;
  const isListHere = counted.section === section;
  if (!isListHere && text.section !== section) return [];
  const { key, field, name } = text;
  const words = `The site says “${text.text}” (${name}), and shows ${shown} under ${list.title}.`;
  return [{ list: isListHere ? list.name : text.list, section: text.section, key, field, words }];
}

function countedIn(section: SectionName, content: GroupedContent): Counted[] {
  const items = Object.values(content[section] ?? {}).filter(isShown);
  return listsOf(section).map((list) => ({
    section,
    list,
    shown: items.filter(({ key }) => findDefinition(section, key)?.list?.name === list.name).length,
  }));
}

function wrongTexts({ section, list, shown }: Counted, content: GroupedContent): Text[] {
  const sections = list.isCountedAnywhere ? landingPage : [section];
  return sections
    .flatMap((name) => Object.values(content[name] ?? {}))
    .filter(isShown)
    .flatMap((item) => textsOf(item, list))
    .flatMap((text) => {
      const wrong = countsIn(text.text, list.itemTitle).find(({ said }) => said !== shown);
      return wrong ? [{ ...text, text: wrong.excerpt }] : [];
    });
}

/** Pages and articles tell of other people's steps and services. */
const landingPage = sectionNames.filter((name) => !['site', 'mail', 'insights'].includes(name));

/** The texts of an item in which the number may stand: of an entry only where the list is counted anywhere. */
function textsOf(item: ContentItem, counted: NamedList): Text[] {
  const definition = findDefinition(item.section, item.key);
  if (!definition || (definition.list && !counted.isCountedAnywhere)) return [];
  const field = fieldOf(definition.schema);
  return leavesOf(field, item.value).map(({ pointer, text }) => ({
    section: item.section,
    key: item.key,
    field: pointer,
    text,
    name: itemName(item),
    list: definition.list?.name,
  }));
}

function isShown({ metadata }: ContentItem): boolean {
  return !metadata.hidden;
}

/** Characters around the number that are told with it. */
const around = 30;

/** In the plural only: "one step" is a way of speaking. Up to 99: "1,200 services" and "2026 services" count something else. */
function countsIn(text: string, itemTitle: string): { said: number; excerpt: string }[] {
  const counts = new RegExp(`(?<![\\d.,])\\b(\\d{1,2}|${numberWords.join('|')}) ${itemTitle}s\\b`, 'gi');
  return [...text.matchAll(counts)].map(({ 0: words, 1: number = '', index }) => {
    const from = Math.max(0, index - around);
    const until = Math.min(text.length, index + words.length + around);
    const excerpt = `${from > 0 ? '…' : ''}${text.slice(from, until).trim()}${until < text.length ? '…' : ''}`;
    return { said: Number(number) || numberWords.indexOf(number.toLowerCase()) + 1, excerpt };
  });
}
