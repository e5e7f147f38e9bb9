import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getField, listLeaves } from '@threadline/schema/content/form-field';
import { type Weekday, weekdays } from '@threadline/schema/content/sections/site';
import { describeField, type NamedField } from './former-name.ts';

/** Texts that name a day on which the office is closed, such as "Monday to Saturday" after Saturday was unticked. */
export interface ClosedDays {
  /** `Saturday` or `Saturday and Sunday` */
  days: string;
  fields: NamedField[];
}

/** A full name, or the last day of a range such as `Mon–Sat`. */
const dayPattern =
  /\b(?:(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|(?:mon|tue|wed|thu|fri|sat) ?[-–] ?(tue|wed|thu|fri|sat|sun))\b/gi;

/** Returns the texts of the site and its emails that name days on which the office is closed; undefined without any. */
export function findClosedDays(content: GroupedContent): ClosedDays | undefined {
  const { openDays } = Object(content.site?.contact?.value) as { openDays?: readonly Weekday[] };
  if (!openDays) return undefined;
  const closed = (Object.keys(weekdays) as Weekday[]).filter((day) => !openDays.includes(day));
  const named = new Set<Weekday>();
  const fields = Object.values(content)
    .flatMap((section) => Object.values(section))
    .filter(isPromise)
    .flatMap((item) =>
      listTexts(item).flatMap(({ pointer, text }) => {
        const days = closed.filter((day) => listDays(text).includes(day));
        for (const day of days) named.add(day);
        return days.length > 0 ? describeField(item, pointer) : [];
      }),
    );
  const days = closed.flatMap((day) => (named.has(day) ? weekdays[day] : [])).join(' and ');
  return fields.length > 0 ? { days, fields } : undefined;
}

/** Articles tell of other companies, and the names of the weekdays are no promise. */
function isPromise({ section, key, metadata }: ContentItem): boolean {
  return section !== 'insights' && !metadata.hidden && !(section === 'site' && key === 'weekdays');
}

function listTexts({ section, key, value }: ContentItem): { pointer: string; text: string }[] {
  const definition = findDefinition(section, key);
  return definition ? listLeaves(getField(definition.schema), value) : [];
}

/** Returns the days that a text names, unless it says that the office is closed on them. */
function listDays(text: string): Weekday[] {
  if (/\bclosed\b/i.test(text)) return [];
  return [...text.matchAll(dayPattern)].flatMap(([, name, last]) => {
    const start = (name ?? last ?? '').toLowerCase();
    return (Object.keys(weekdays) as Weekday[]).filter((day) => day.startsWith(start));
  });
}
