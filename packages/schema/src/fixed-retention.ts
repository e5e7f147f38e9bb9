import type { ContentItem } from './content-item.ts';
import { toPointer } from './site-content.ts';

/** A text that says by itself how long enquiries are kept: it stays behind when the setting is changed. */
export interface FixedRetention {
  section: string;
  key: string;
  pointer: string;
  /** As the text says it, such as `12 months`. */
  words: string;
}

const period = /\b(?:\d+|an?|one|two|three|six|nine|twelve|eighteen|twenty-four)[ \u00a0](?:months?|years?)\b/i;

/** Where notice and privacy page name a time themselves, where `{retention}` would say the one that is set. */
export function findFixedRetention(items: Pick<ContentItem, 'section' | 'key' | 'value'>[]): FixedRetention[] {
  return items.flatMap(({ section, key, value }) => {
    const isNotice = section === 'cta' && key === 'dialog';
    if (!isNotice && !(section === 'site' && key === 'page-privacy')) return [];
    return textsIn(value).flatMap(({ text, pointer }) => {
      const words = text
        .split('\n')
        // The page also says how long other things are kept.
        .filter((line) => !line.includes('{retention}') && (isNotice || /enquir/i.test(line)))
        .map((line) => period.exec(line)?.[0])
        .find((found) => found !== undefined);
      return words === undefined ? [] : [{ section, key, pointer, words }];
    });
  });
}

function textsIn(value: unknown, path: string[] = []): { text: string; pointer: string }[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
  return typeof value === 'string' ? [{ text: value, pointer: toPointer(path) }] : [];
}
