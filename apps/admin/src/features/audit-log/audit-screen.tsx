import { IconDownload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditItem } from '@threadline/schema/audit';
import { useState } from 'react';
import { api, sentenceOf } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { saveReply } from '../../ui/save-file.ts';
import { Screen } from '../../ui/screen.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { BeforeAfter } from '../publishing/before-after.tsx';
import classes from './audit.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditSearch, filterOf, useAuditLog } from './audit-query.ts';
import { activityWords } from './describe-activity.ts';

/** /admin/log: who did what, when, and from where. */
export function AuditScreen() {
  const search = useSearch({ from: '/signed-in/log' });
  const navigate = useNavigate();
  // From the newest address, not the one that is shown: another filter may be on its way.
  const narrow = (change: AuditSearch, { replace = false } = {}) =>
    navigate({ to: '/log', search: (newest) => ({ ...newest, ...change }), replace });
  const filter = filterOf(search);
  const [problem, setProblem] = useState('');
  const save = () =>
    saveReply(api.client.audit['export.csv'].$get({ query: filter }) as Promise<Response>, 'log.csv').then(
      () => setProblem(''),
      (error) => setProblem(sentenceOf(error, 'The export failed.')),
    );
  return (
    <Screen title="Log of changes">
      <section className="panel">
        <div className="panel-head">
          <h2>Newest first</h2>
          <Button size="xs" onClick={save} leftSection={<IconDownload size={16} aria-hidden="true" />}>
            Export CSV
          </Button>
        </div>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <AuditFilters search={search} onChange={narrow} onDay={(day) => narrow(day, { replace: true })} />
        <Entries search={search} />
      </section>
    </Screen>
  );
}

function Entries({ search }: { search: Parameters<typeof filterOf>[0] }) {
  const query = useAuditLog(search);
  if (query.error && !query.data)
    return <LoadFailure what="The log could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return (
      <p className={`dimmed ${classes.nothing}`}>
        Nothing matches these filters. <Link to="/log">Show everything</Link>
      </p>
    );
  return (
    <>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function Entry({ entry }: { entry: AuditItem }) {
  const { verb, subject, search } = activityWords(entry);
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
        <time dateTime={entry.at}>{momentOf(entry.at)}</time>
        {entry.network && ` · from ${entry.network}`}
      </span>
      <ItemChange entry={entry} />
    </li>
  );
}

/** What stood there before and after, as the history of the item has it, and the way to all of it. */
function ItemChange({ entry: { action, subject, name, change } }: { entry: AuditItem }) {
  // What was added stands where the entry leads; what was removed stands only in the history.
  if (!change || (change.fieldCount === 0 && action !== 'content.deleted')) return null;
  const [section = '', item] = subject.split('.');
  const more = change.fieldCount - change.fields.length;
  return (
    <div className={classes.change}>
      {change.fields.map(({ pointer, label, before, after }) => (
        <p key={pointer}>
          {pointer !== '' && <span className="dimmed">{label}: </span>}
          <BeforeAfter before={before} after={after} />
        </p>
      ))}
      <span className="meta">
        {more > 0 && `and ${more} more · `}
        <Link to="/content/history" search={{ section, item, version: change.version }}>
          See this version<span className="visually-hidden"> of {name}</span>
        </Link>
      </span>
    </div>
  );
}
