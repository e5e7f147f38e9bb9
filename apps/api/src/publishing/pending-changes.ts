import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { diffItem, findChangedItems } from '../content/diff.ts';
import { getItemId, listHistory, summarizeHistory } from '../content/item-history.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';

/** The editor shows the rest. */
const limits = { fields: 12, characters: 300 };

/** Returns the pending changes, newest first, each with the author of its newest change. */
export function listPendingChanges(db: Db, queries: ContentQueries, revision: number): PendingChange[] {
  const pending = new Map(findChangedItems(db, queries, revision).map((each) => [getItemId(each.item), each]));
  if (pending.size === 0) return [];
  const history = summarizeHistory(listHistory(db, { after: revision, until: queries.latestRevision() }));
  return history.flatMap(({ section, key, operation, at, by }): PendingChange[] => {
    const found = pending.get(getItemId({ section, key }));
    if (!found) return [];
    const { item, before, after } = found;
    const { fields } = diffItem(db, { section, key, before, after }, limits);
    // A text that was changed and changed back.
    const isMoved = operation === 'changed' && fields.length === 0;
    return [{ section, key, name: getQualifiedTitle(item), operation: isMoved ? 'moved' : operation, fields, at, by }];
  });
}
