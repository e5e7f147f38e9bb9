import { findMissingAlt } from '@threadline/schema/content/alt-text';
import { findTakenId, isArticle } from '@threadline/schema/content/article-address';
import { contentModel, findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { createLinkCheck, isPlace, listLinks, listShownLinks } from '@threadline/schema/content/link-targets';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import { contentItems, images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { findMentionedImages } from './images.ts';
import type { StoredItem } from './repository.ts';

interface Write extends Pick<StoredItem, 'section' | 'key' | 'value'> {
  /** The path of the value in the request body. */
  path: PropertyKey[];
}

const deadLinkDetail = 'No page or section has this address. Choose one from the list.';

/**
 * Rejects a change that leaves a link without a target. Runs inside the transaction, after all writes.
 *
 * @param before the written or removed items in their earlier state
 * @throws ProblemError 422 for a link without a target in a written item, 409 for a removed target that another item
 * links to
 */
export function checkLinks(
  tx: Pick<Db, 'select'>,
  { before, writes }: { before: readonly StoredItem[]; writes: readonly Write[] },
): void {
  // Most saves touch neither a link nor a target, so nothing else has to be checked.
  if (!before.some(isPlace) && !writes.some((write) => listLinks(write).length > 0)) return;
  const items = tx.select().from(contentItems).all();
  refuseDeadLinks(items, writes);
  refuseLostTargets(before, items);
}

function refuseDeadLinks(items: readonly StoredItem[], writes: readonly Write[]): void {
  const hasTarget = createLinkCheck(items);
  const dead = writes.flatMap(({ section, key, path }) => {
    const item = items.find((each) => each.section === section && each.key === key);
    const links = item ? listShownLinks(item) : [];
    return links
      .filter(({ href }) => !hasTarget(href))
      .map((link) => ({ pointer: toPointer([...path, ...link.path]), detail: deadLinkDetail }));
  });
  if (dead.length > 0) throw new ProblemError('validation-failed', { detail: deadLinkDetail, errors: dead });
}

function refuseLostTargets(before: readonly StoredItem[], items: readonly StoredItem[]): void {
  const hasTarget = createLinkCheck(items);
  const hadTarget = createLinkCheck(before);
  const hasLostTarget = (href: string) => hadTarget(href) && !hasTarget(href);
  for (const item of items) {
    const link = listShownLinks(item).find(({ href }) => hasLostTarget(href));
    if (!link) continue;
    const { section, key } = item;
    throw new ProblemError('conflict', {
      detail: `${formatItem(item)} has a link to ${formatKind(before.find(isPlace))}. Change that link first.`,
      place: { section, key, pointer: toPointer(link.path) },
    });
  }
}

/** Returns the item's name in the admin: `“Build what you can measure” in Hero`. */
function formatItem(item: StoredItem): string {
  const definition = findDefinition(item.section, item.key);
  return definition
    ? `“${getItemTitle(item, definition)}” in ${contentModel[definition.section].title}`
    : `${item.section}, ${item.key}`;
}

/** Returns what the linked item is: `this service`. */
function formatKind(item: StoredItem | undefined): string {
  const list = item && findDefinition(item.section, item.key)?.list;
  return `this ${list?.itemTitle ?? 'entry'}`;
}

/**
 * Refuses an article at an address that leads to another one.
 *
 * @throws ProblemError 422
 */
export function checkAddresses(
  tx: Pick<Db, 'select'>,
  writes: readonly Pick<Write, 'section' | 'key' | 'path'>[],
): void {
  const written = writes.filter(isArticle);
  if (written.length === 0) return;
  const { section } = contentItems;
  const items = tx.select().from(contentItems).where(eq(section, 'insights')).all();
  const errors = written.flatMap(({ key, path }) => {
    const item = items.find((each) => each.key === key);
    const taken = item && findTakenId(item, items);
    if (!taken) return [];
    const { title } = taken.by.value as { title: string };
    const verb = taken.isFormer ? 'had' : 'has';
    const detail = `The article “${title}” ${verb} the address ${taken.id}${taken.isFormer ? ', and old links lead there' : ''}. Choose another one.`;
    return { pointer: toPointer([...path, 'address']), detail };
  });
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: errors[0]?.detail, errors });
}

/** @throws ProblemError 422 for a value that shows an image that is not in the library */
export function checkImagesExist(tx: Tx, values: readonly unknown[]): void {
  const wanted = new Set(values.flatMap((value) => [...findMentionedImages(value)]));
  if (wanted.size === 0) return;
  const known = tx
    .select({ publicId: images.publicId })
    .from(images)
    .where(and(inArray(images.publicId, [...wanted]), isNull(images.trashedAt)))
    .all();
  if (known.length < wanted.size) {
    throw new ProblemError('validation-failed', {
      detail: 'This image is no longer in Image Management. Choose another one.',
    });
  }
}

interface Written {
  item: StoredItem;
  /** Path of its value in the request body. */
  path: PropertyKey[];
}

/**
 * Refuses images that would keep the page from being published.
 *
 * @throws ProblemError 422 for a written image that has no alternative text and is not decorative
 */
export function checkAltTexts(tx: Tx, written: readonly Written[]): void {
  const publicIds = written.flatMap(({ item }) => [...findMentionedImages(item.value)]);
  if (publicIds.length === 0) return;
  const rows = tx.select().from(images).where(inArray(images.publicId, publicIds)).all();
  const library = Object.fromEntries(rows.map((row) => [row.publicId, row]));
  const errors = written.flatMap(({ item, path }) =>
    findMissingAlt([item], library).map(({ pointer, detail }) => ({
      pointer: `/${path.join('/')}${pointer}`,
      detail,
    })),
  );
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: errors[0]?.detail, errors });
}

const closingDetail = 'The closing time must be after the opening time. For midnight, enter 23:59.';

/**
 * Refuses new office hours that end before they begin. Stored ones stay: they must not prevent another change, and a
 * schema that refused them would also refuse to read them.
 *
 * @throws ProblemError 422 for a changed opening or closing time
 */
export function checkOfficeHours(before: readonly StoredItem[], writes: readonly Write[]): void {
  const errors = writes.filter(isContact).flatMap((write) => {
    const { opens, closes } = readHours(write);
    const stored = before.find(isContact);
    const isChanged = !stored || readHours(stored).opens !== opens || readHours(stored).closes !== closes;
    return isChanged && closes <= opens ? { pointer: toPointer([...write.path, 'closes']), detail: closingDetail } : [];
  });
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: closingDetail, errors });
}

const isContact = ({ section, key }: Pick<StoredItem, 'section' | 'key'>) => section === 'site' && key === 'contact';

const readHours = ({ value }: Pick<StoredItem, 'value'>) => value as { opens: string; closes: string };
