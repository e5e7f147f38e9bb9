import type { GroupedContent } from '@threadline/schema/content/content-item';
import { formatHours } from '@threadline/schema/content/opening-hours';
import type { Weekday } from '@threadline/schema/content/sections/site';
import { openingHoursVariables, retentionVariables } from '@threadline/schema/primitives/text-variables';
import { formatCount } from '../../../format/numbers.ts';
import { perItem } from './per-item.ts';

interface Settings {
  contact?: { openDays: Weekday[]; opens: string; closes: string } | undefined;
  weekdays?: Record<Weekday, string> | undefined;
  retention?: { months: number } | undefined;
}

/** Returns the values that the site fills in, by their meaning in brackets. */
const listKnownValues = perItem((content: GroupedContent): [meaning: string, value: string][] => {
  const settings: Settings = {
    ...pickValues(content.site, ['contact', 'weekdays']),
    ...pickValues(content.mail, ['retention']),
  };
  const { contact, weekdays, retention } = settings;
  const known: Record<string, string> = {
    ...(contact?.openDays && weekdays && formatHours(contact, weekdays)),
    ...(retention && { retention: formatCount(retention.months, 'month', 'months') }),
  };
  const meanings = { ...openingHoursVariables, ...retentionVariables };
  return Object.entries(known).map(([name, value]) => [`[${meanings[name]}]`, value]);
});

function pickValues(items: GroupedContent[string] | undefined, keys: readonly string[]): Settings {
  return Object.fromEntries(keys.map((key) => [key, items?.[key]?.value]));
}

/** Returns a text as visitors read it: with the opening hours and the retention period instead of `[opening time]`. */
export function fillKnownValues(text: string, content: GroupedContent): string {
  if (!text.includes('[')) return text;
  return listKnownValues(content).reduce((filled, [meaning, value]) => filled.replaceAll(meaning, value), text);
}
