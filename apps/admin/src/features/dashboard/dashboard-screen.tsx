import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { ReactNode } from 'react';
import { releaseNumber } from '../../format/release-number.ts';
import { formatTimestamp, getInitials } from '../../format/time.ts';
import { useUser } from '../../session.tsx';
import list from '../../ui/record-list.module.css';
import { Screen } from '../../ui/screen.tsx';
import strip from '../../ui/stat-strip.module.css';
import { Loaded } from '../../ui/states.tsx';
import { describeActivity } from '../audit-log/describe-activity.ts';
import { EnquirySummaryPanel } from '../enquiries/inbox/enquiry-summary.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-query.ts';
import { QuickActions } from './quick-actions.tsx';
import { SystemInformation } from './system-information.tsx';

/** /admin: current counts with links, open work, enquiries, recent activity and the state of the system. */
export function DashboardScreen() {
  const query = useDashboard();
  const { role } = useUser();
  return (
    <Screen title="Dashboard">
      <Loaded query={query} what="The dashboard could not be loaded.">
        {(dashboard) => (
          <>
            <Counters dashboard={dashboard} />
            <QuickActions dashboard={dashboard} role={role} />
            <EnquirySummaryPanel />
            <div className={classes.columns}>
              <Activity activity={dashboard.activity} />
              <SystemInformation system={dashboard.system} checkedAt={query.dataUpdatedAt} />
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Counters({ dashboard }: { dashboard: Dashboard }) {
  const { contentItems, oldContentItems, images, imagesWithoutAlt, users, invitedUsers, enquiries, site } = dashboard;
  return (
    <section className={`panel ${strip.strip} ${classes.counters}`} aria-label="Counters">
      <Link to="/content">
        <Counter
          label="Total content items"
          value={contentItems}
          note={oldContentItems > 0 ? `${oldContentItems} older than a year` : 'none older than a year'}
        />
      </Link>
      <Link to="/images" search={imagesWithoutAlt > 0 ? { filter: 'no-alt' } : {}}>
        <Counter
          label="Images uploaded"
          value={images}
          note={imagesWithoutAlt > 0 ? `${imagesWithoutAlt} without alt text` : 'all have alt text'}
        />
      </Link>
      <a href="/" target="_blank" rel="noopener">
        <Counter
          label="Website status"
          value={
            <>
              <i data-online={site.online} aria-hidden="true" />
              {site.online ? 'Online' : 'Offline'}
            </>
          }
          note={describeSite(site)}
        />
      </a>
      <Link to="/users">
        <Counter
          label="Users"
          value={users}
          note={invitedUsers > 0 ? `${invitedUsers} invited, not joined yet` : 'all have joined'}
        />
      </Link>
      <Link to="/enquiries">
        <Counter label="Enquiries received" value={enquiries} note="in total" />
      </Link>
    </section>
  );
}

function Counter({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <>
      <span>{label}</span>
      <strong>{value}</strong>
      <small>{note}</small>
    </>
  );
}

/** Returns the state of the public URL: "release 129, live since 14:03, answered in 35 ms". */
function describeSite({ online, problem, release, liveAt, responseMs }: Dashboard['site']): string {
  if (!online) return problem ?? 'It cannot be reached.';
  const since = liveAt ? `, live since ${formatTimestamp(liveAt)}` : '';
  return `release ${releaseNumber(release)}${since}, answered in ${responseMs} ms`;
}

function Activity({ activity }: { activity: Dashboard['activity'] }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Recent activity</h2>
        <Link to="/log">Audit log</Link>
      </div>
      {activity.length === 0 && <p className={list.note}>No activity yet.</p>}
      <ul className={`${list.rows} ${classes.activity}`}>
        {activity.map((entry, index) => {
          const { verb, subject, search } = describeActivity(entry);
          const by = entry.by ?? 'System';
          return (
            <li key={`${entry.at} ${index}`}>
              <span className="avatar" aria-hidden="true">
                {getInitials(by)}
              </span>
              <p>
                <strong>{by}</strong> {verb}{' '}
                {search ? (
                  <Link to="/content" search={search}>
                    {subject}
                  </Link>
                ) : (
                  <span>{subject}</span>
                )}
              </p>
              <time dateTime={entry.at} className="meta">
                {formatTimestamp(entry.at)}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
