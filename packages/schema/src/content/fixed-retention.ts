import { toPointer } from '../primitives/json-pointer.ts';
import type { ContentItem } from './content-item.ts';

/** A text that states the retention period of enquiries itself: it stays unchanged when the setting changes. */
export interface FixedRetention {
  section: string;
  key: string;
  pointer: string;
  /** The period in the text, such as `12 months`. */
  period: string;
}

const periodPattern = /\b(?:\d+|an?|one|two|three|six|nine|twelve|eighteen|twenty-four)[ \u00a0](?:months?|years?)\b/i;

/** Finds periods in the notice and on the privacy page where `{retention}` should be used. */
export function findFixedRetention(items: Pick<ContentItem, 'section' | 'key' | 'value'>[]): FixedRetention[] {
  return items.flatMap(({ section, key, value }) => {
    const isNotice = section === 'cta' && key === 'dialog';
    if (!isNotice && !(section === 'site' && key === 'page-privacy')) return [];
    return listStrings(value).flatMap(({ text, pointer }) => {
      const period = text
        .split('\n')
        // The page also states periods of other data.
        .filter((line) => !line.includes('{retention}') && (isNotice || /enquir/i.test(line)))
        .map((line) => periodPattern.exec(line)?.[0])
        .find((found) => found !== undefined);
      return period === undefined ? [] : [{ section, key, pointer, period }];
    });
  });
}

function listStrings(value: unknown, path: string[] = []): { text: string; pointer: string }[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => listStrings(part, [...path, name]));
  return typeof value === 'string' ? [{ text: value, pointer: toPointer(path) }] : [];
}
