import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditItem } from '@threadline/schema/audit';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import list from '../../ui/record-list.module.css';
import { Screen } from '../../ui/screen.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ChangedFields } from '../publishing/changed-fields.tsx';
import classes from './audit.module.css';
import { AuditFilters, type AuditSearch, toAuditQuery } from './audit-filters.tsx';
import { describeActivity } from './describe-activity.ts';

/** /admin/log: who did what, when and from which address. */
export function AuditScreen() {
  const search = useSearch({ from: '/signed-in/log' });
  const navigate = useNavigate();
  // Starts from the newest URL: another filter change may still be pending.
  const filter = (change: AuditSearch, { replace = false } = {}) =>
    navigate({ to: '/log', search: (newest) => ({ ...newest, ...change }), replace });
  const exportLog = () => api.client.audit['export.csv'].$get({ query: toAuditQuery(search) }) as Promise<Response>;
  return (
    <Screen title="Audit log">
      <section className="panel">
        <div className="panel-head">
          <h2>Newest first</h2>
          <ExportButton file="log.csv" request={exportLog} />
        </div>
        <AuditFilters search={search} onChange={filter} />
        <Entries search={search} />
      </section>
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
    <Loaded query={query} what="The audit log could not be loaded.">
      {(entries) =>
        entries.length === 0 ? (
          <p className={`dimmed ${list.note}`}>
            Nothing matches these filters. <Link to="/log">Clear filters</Link>
          </p>
        ) : (
          <>
            <ul className={`${list.rows} ${classes.entries}`}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <MoreButton query={query} />
          </>
        )
      }
    </Loaded>
  );
}

function Entry({ entry }: { entry: AuditItem }) {
  const { verb, subject, search } = describeActivity(entry);
  return (
    <li>
      <p>
        <strong>{entry.by ?? 'System'}</strong> {verb}{' '}
        {search ? (
          <Link to="/content" search={search}>
            {subject}
          </Link>
        ) : (
          <span>{subject}</span>
        )}
      </p>
      <span className="meta">
        <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
        {entry.network && ` · from ${entry.network}`}
      </span>
      <ItemChange entry={entry} />
    </li>
  );
}

/** The changed fields before and after, as in the history of the item, with a link to the whole version. */
function ItemChange({ entry: { action, subject, name, change } }: { entry: AuditItem }) {
  // An added item is shown by its own link. A removed one is only in the history.
  if (!change || (change.fieldCount === 0 && action !== 'content.deleted')) return null;
  const [section = '', item] = subject.split('.');
  const more = change.fieldCount - change.fields.length;
  return (
    <div className={classes.change}>
      <ChangedFields fields={change.fields} />
      <span className="meta">
        {more > 0 && `and ${more} more · `}
        <Link to="/content/history" search={{ section, item, version: change.version }}>
          See this version<span className="visually-hidden"> of {name}</span>
        </Link>
      </span>
    </div>
  );
}
