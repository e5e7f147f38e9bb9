import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { usePublishing } from './publish-view.ts';
import { pendingChangesKey } from './publishing-events.ts';

export const pendingChangesQuery = queryOptions({
  queryKey: pendingChangesKey,
  queryFn: () => unwrap(api.client.publishing['pending-changes'].$get()),
});

/** Returns the id of a changed item, such as `hero.title`. */
export function getChangeId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}

const none: ReadonlySet<string> = new Set();

/** Returns the ids of the items whose saved changes are not published yet, such as `hero.title`. */
export function usePendingItems(): ReadonlySet<string> {
  const { view } = usePublishing();
  const hasList = view !== undefined && (view.hasPendingChanges || view.pinnedRelease !== undefined);
  const { data } = useQuery({ ...pendingChangesQuery, enabled: hasList });
  return hasList && data ? new Set(data.changes.map(getChangeId)) : none;
}
