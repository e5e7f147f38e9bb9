import type { GroupedContent } from '@threadline/schema/content-item';
import type { SectionName } from '@threadline/schema/content-model';
import { groupsOf, type ItemGroup } from './section-model.ts';

const numberWords =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(
    ' ',
  );

interface WrongCount {
  /** The list that is counted. */
  list: string;
  /** The item whose words name another number. */
  key: string;
  words: string;
}

/** Texts of a section that say how many entries a list of it has, and say it wrong: "Nine services" over ten. */
export function wrongCounts(section: SectionName, content: GroupedContent): WrongCount[] {
  const groups = groupsOf(section, content);
  const texts = groups
    .filter(({ list }) => !list)
    .flatMap(({ items }) => items)
    .flatMap(({ item: { key, value } }) => (typeof value === 'string' ? [{ key, text: value }] : []));
  return groups.flatMap((group) =>
    texts.flatMap(({ key, text }) => {
      const said = group.list && countIn(text, group.list.itemTitle);
      const there = shownIn(group);
      if (!group.list || said === undefined || said === there) return [];
      const { name, title } = group.list;
      return [{ list: name, key, words: `The site says “${text}”, and shows ${there} under ${title}.` }];
    }),
  );
}

function shownIn({ items }: ItemGroup): number {
  return items.filter(({ item }) => !item.metadata.hidden).length;
}

function countIn(text: string, itemTitle: string): number | undefined {
  const [, said = ''] = new RegExp(`\\b(\\d+|${numberWords.join('|')}) ${itemTitle}s?\\b`, 'i').exec(text) ?? [];
  if (said === '') return undefined;
  return Number(said) || numberWords.indexOf(said.toLowerCase()) + 1;
}
