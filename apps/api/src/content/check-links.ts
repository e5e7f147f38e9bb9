import { contentModel, isSectionName } from '@threadline/schema/content-model';
import { isPlace, linkCheck, linksIn, linkTargets, shownLinks } from '@threadline/schema/link-targets';
import { toPointer } from '@threadline/schema/site-content';
import type { Db } from '../db/client.ts';
import { contentItems } from '../db/schema.ts';
import { ProblemError } from '../http/problem-error.ts';

type StoredItem = typeof contentItems.$inferSelect;

interface Write extends Pick<StoredItem, 'section' | 'key' | 'value'> {
  /** Where its value stands in the body of the call. */
  path: PropertyKey[];
}

/** At most so many places are named in a sentence. */
const namedPlaces = 24;

/**
 * Nothing may be left that leads nowhere. Looked at inside the transaction, when everything is written.
 *
 * @param before the written or removed items, as they were
 * @throws ProblemError 422 for a link of a written item that leads nowhere, 409 for a lost place that another links to
 */
export function checkLinks(
  tx: Pick<Db, 'select'>,
  { before, writes }: { before: readonly StoredItem[]; writes: readonly Write[] },
): void {
  // Most saves touch neither a link nor a place: they need not look at everything.
  if (!before.some(isPlace) && !writes.some((write) => linksIn(write).length > 0)) return;
  const items = tx.select().from(contentItems).all();
  refuseDeadLinks(items, writes);
  refuseLostPlaces(before, items);
}

function refuseDeadLinks(items: readonly StoredItem[], writes: readonly Write[]): void {
  const leadsSomewhere = linkCheck(items);
  const errors = writes.flatMap(({ section, key, path }) => {
    const item = items.find((each) => each.section === section && each.key === key);
    const links = item ? shownLinks(item) : [];
    return links
      .filter(({ href }) => !leadsSomewhere(href))
      .map((link) => ({ pointer: toPointer([...path, ...link.path]), detail: sentenceFor(link.href, items) }));
  });
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: errors[0]?.detail, errors });
}

function sentenceFor(href: string, items: readonly StoredItem[]): string {
  const places = linkTargets(items)
    .map((target) => target.href)
    .filter((place) => place[0] === href[0]);
  const named = places.slice(0, namedPlaces).join(', ');
  return `This link leads nowhere: it can lead to ${named}${places.length > namedPlaces ? ', and more' : ''}.`;
}

function refuseLostPlaces(before: readonly StoredItem[], items: readonly StoredItem[]): void {
  const leadsSomewhere = linkCheck(items);
  const led = linkCheck(before);
  const lost = (href: string) => led(href) && !leadsSomewhere(href);
  const linking = items.find((item) => shownLinks(item).some(({ href }) => lost(href)));
  if (linking) throw new ProblemError('conflict', { detail: `${nameOf(linking)} leads here. Change that link first.` });
}

/** As the admin calls it: `Hero, slide build`. */
function nameOf({ section, key }: StoredItem): string {
  const title = isSectionName(section) ? contentModel[section].title : section;
  return `${title}, ${key.replaceAll('-', ' ')}`;
}
