import type { GroupedContent } from '@threadline/schema/content-item';
import type { SectionName } from '@threadline/schema/content-model';
import { itemName } from '@threadline/schema/item-name';
import { groupsOf } from './section-model.ts';
import type { Remark } from './wrong-counts.ts';

/** What is said of them, in the form and below the list. */
export const overAllWords = 'More than 100%: that can be growth, but not a share of something.';

/** More than all there is. Growth may be: it is said, and never refused. */
export function isOverAll(value: unknown, suffix: unknown): boolean {
  return typeof value === 'number' && value > 100 && typeof suffix === 'string' && suffix.trim().startsWith('%');
}

/** Figures of a section that are percentages above 100. */
export function unlikelyFigures(section: SectionName, content: GroupedContent): Remark[] {
  return groupsOf(section, content).flatMap(({ list, items }) =>
    items
      .filter(({ item: { value, metadata } }) => {
        const figure = (value ?? {}) as { value?: unknown; suffix?: unknown };
        return !metadata.hidden && isOverAll(figure.value, figure.suffix);
      })
      .map(({ item }) => {
        const place = { list: list?.name, section, key: item.key, field: '/value' };
        return { ...place, words: `${itemName(item)}. ${overAllWords}` };
      }),
  );
}
