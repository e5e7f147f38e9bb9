import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/dashboard';
import { releaseNumber } from '../../format/release-number.ts';
import { initialsOf, momentOf } from '../../format/time.ts';
import { useUser } from '../../session.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loaded } from '../../ui/states.tsx';
import { describeActivity } from '../audit-log/describe-activity.ts';
import { EnquirySummaryPanel } from '../enquiries/inbox/enquiry-summary.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-query.ts';
import { QuickActions } from './quick-actions.tsx';
import { SystemInformation } from './system-information.tsx';

/** /admin: every number is counted now, and leads to what it counts. */
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
    <section className={`panel ${classes.counters}`} aria-label="Counters">
      <Link to="/content">
        <span>Total content items</span>
        <strong>{contentItems}</strong>
        <small>{oldContentItems > 0 ? `${oldContentItems} not changed for a year` : 'all changed within a year'}</small>
      </Link>
      <Link to="/images" search={imagesWithoutAlt > 0 ? { filter: 'no-alt' } : {}}>
        <span>Images uploaded</span>
        <strong>{images}</strong>
        <small>{imagesWithoutAlt > 0 ? `${imagesWithoutAlt} without alt text` : 'all described'}</small>
      </Link>
      <a href="/" target="_blank" rel="noopener">
        <span>Website status</span>
        <strong>
          <i data-online={site.online} aria-hidden="true" />
          {site.online ? 'Online' : 'Offline'}
        </strong>
        <small>{siteWords(site)}</small>
      </a>
      <Link to="/users">
        <span>Users</span>
        <strong>{users}</strong>
        <small>{invitedUsers > 0 ? `${invitedUsers} invited, not joined yet` : 'all have joined'}</small>
      </Link>
      <Link to="/enquiries">
        <span>Enquiries received</span>
        <strong>{enquiries}</strong>
        <small>since the start</small>
      </Link>
    </section>
  );
}

/** What the public address said: "release 129, live since 14:03, answered in 35 ms". */
function siteWords({ online, problem, release, liveAt, responseMs }: Dashboard['site']): string {
  if (!online) return problem ?? 'It cannot be reached.';
  const since = liveAt ? `, live since ${momentOf(liveAt)}` : '';
  return `release ${releaseNumber(release)}${since}, answered in ${responseMs} ms`;
}

function Activity({ activity }: { activity: Dashboard['activity'] }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Recent activity</h2>
        <Link to="/log">Log of changes</Link>
      </div>
      {activity.length === 0 && <p className={classes.nothing}>Nothing has happened yet.</p>}
      <ul>
        {activity.map((entry, index) => {
          const { verb, subject, search } = describeActivity(entry);
          const by = entry.by ?? 'System';
          return (
            <li className={classes.event} key={`${entry.at} ${index}`}>
              <span className="avatar" aria-hidden="true">
                {initialsOf(by)}
              </span>
              <p>
                <strong>{by}</strong> {verb}{' '}
                {search ? (
                  <Link to="/content" search={search}>
                    {subject}
                  </Link>
                ) : (
                  <span className={classes.subject}>{subject}</span>
                )}
              </p>
              <time dateTime={entry.at} className="meta">
                {momentOf(entry.at)}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
