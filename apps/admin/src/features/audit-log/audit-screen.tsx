import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditItem } from '@threadline/schema/wire/audit';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MoreButton, RecordList } from '../../ui/record-list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ChangedFields } from '../publishing/changed-fields.tsx';
import classes from './audit.module.css';
import { AuditFilters, type AuditSearch, toAuditQuery } from './audit-filters.tsx';
import { ActivityText, removal } from './describe-activity.tsx';

/** /admin/log: who did what, when and from which address. */
export function AuditScreen() {
  const search = useSearch({ from: '/signed-in/log' });
  const navigate = useNavigate();
  // Starts from the newest URL: another filter change may still be pending.
  const filter = (change: AuditSearch, { replace = false } = {}) =>
    navigate({ to: '/log', search: (newest) => ({ ...newest, ...change }), replace });
  const isFiltered = Object.keys(toAuditQuery(search)).length > 0;
  const exportLog = () => api.client.audit['export.csv'].$get({ query: toAuditQuery(search) }) as Promise<Response>;
  return (
    <Screen title="Audit log">
      <Panel
        title="Actions, newest first"
        extra={
          <ExportButton
            file="log.csv"
            label={isFiltered ? 'Export this list' : 'Export the whole audit log'}
            request={exportLog}
          />
        }
      >
        <AuditFilters search={search} onChange={filter} />
        <Entries search={search} />
      </Panel>
    </Screen>
  );
}

function Entries({ search }: { search: AuditSearch }) {
  const filter = toAuditQuery(search);
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.client.audit.$get({ query: { ...filter, ...(pageParam > 0 && { cursor: String(pageParam) }) } })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
  return (
    <Loaded query={query} heading="The audit log could not be loaded.">
      {(entries) => (
        <>
          <RecordList
            items={entries}
            empty={
              <>
                Nothing matches these filters. <Link to="/log">Clear filters</Link>
              </>
            }
          >
            {(entry) => <Entry key={entry.id} entry={entry} />}
          </RecordList>
          <MoreButton query={query} />
        </>
      )}
    </Loaded>
  );
}

function Entry({ entry }: { entry: AuditItem }) {
  return (
    <li>
      <ActivityText entry={entry} />
      <small>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        {entry.network && ` · from ${entry.network}`}
      </small>
      <ItemChange entry={entry} />
    </li>
  );
}

/** The changed fields before and after, as in the history of the item, with a link to the whole version. */
function ItemChange({ entry: { action, subject, name, change } }: { entry: AuditItem }) {
  // An added item is shown by its own link. A removed one is only in the history.
  if (!change || (change.fieldCount === 0 && !removal.test(action))) return null;
  const [section = '', key = ''] = subject.split('.');
  const more = change.fieldCount - change.fields.length;
  return (
    <div className={classes.change}>
      <ChangedFields item={{ section, key }} fields={change.fields} />
      <small>
        {more > 0 && `and ${more} more · `}
        <Link to="/content/history" search={{ section, item: key, version: change.version }}>
          See this version<span className="visually-hidden"> of {name}</span>
        </Link>
      </small>
    </div>
  );
}
