import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { formatDateTime } from '../../format/time.ts';
import { useUser } from '../../session.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Stat, StatStrip } from '../../ui/stat-strip.tsx';
import { Loaded, SkeletonRows } from '../../ui/states.tsx';
import { ActivityText } from '../audit-log/describe-activity.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import { EnquirySummaryPanel } from '../enquiries/inbox/enquiry-summary.tsx';
import { Attention } from './attention.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-query.ts';
import { QuickActions } from './quick-actions.tsx';
import { SetupChecklist } from './setup-checklist.tsx';
import { SystemInformation } from './system-information.tsx';

/** /admin: first the open tasks, then the set-up, what is live, enquiries, frequent actions, recent activity and the system. */
export function DashboardScreen() {
  const query = useDashboard();
  const { role } = useUser();
  return (
    <Screen title="Dashboard">
      <Loaded query={query} heading="The dashboard could not be loaded." skeleton={<DashboardSkeleton />}>
        {(dashboard) => (
          <div className={classes.columns}>
            <Attention dashboard={dashboard} now={query.dataUpdatedAt} />
            <div className={classes.stack}>
              {Object.values(dashboard.setup).some((left) => left !== null) && <SetupChecklist dashboard={dashboard} />}
              <Activity activity={dashboard.activity} />
            </div>
            <div className={classes.stack}>
              <Counters dashboard={dashboard} />
              <EnquirySummaryPanel />
              <QuickActions canExport={role === 'super_admin'} />
              <SystemInformation dashboard={dashboard} checkedAt={query.dataUpdatedAt} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function DashboardSkeleton() {
  return (
    <div className={classes.columns}>
      <SkeletonRows rows={8} />
      <div aria-hidden="true">
        <SkeletonRows rows={6} />
      </div>
    </div>
  );
}

function Counters({ dashboard }: { dashboard: Dashboard }) {
  const siteUrl = useSiteUrl();
  const { contentItems, oldContentItems, images, imagesWithoutAlt, users, invitedUsers, site } = dashboard;
  return (
    <StatStrip label="Counters">
      <a href={siteUrl} target="_blank" rel="noopener">
        <Stat
          label="Website status"
          value={
            <>
              <i className="dot" data-tone={site.online ? 'success' : 'danger'} aria-hidden="true" />
              {site.online ? 'Online' : 'Offline'}
            </>
          }
          note={describeSite(site)}
        />
      </a>
      <Link to="/content">
        <Stat
          label="Total content items"
          value={contentItems}
          note={oldContentItems > 0 ? `${oldContentItems} older than a year` : 'none older than a year'}
        />
      </Link>
      <Link to="/images" search={imagesWithoutAlt > 0 ? { filter: 'no-alt' } : {}}>
        <Stat
          label="Images uploaded"
          value={images}
          note={imagesWithoutAlt > 0 ? `${imagesWithoutAlt} without alt text` : 'all have alt text'}
        />
      </Link>
      <Link to="/users">
        <Stat
          label="Users"
          value={users}
          note={invitedUsers > 0 ? `${invitedUsers} invited, not joined yet` : 'all have joined'}
        />
      </Link>
    </StatStrip>
  );
}

/** Returns the state of the public URL: "release 129, live since 14:03". */
function describeSite({ online, problem, releaseNumber, liveAt }: Dashboard['site']): string {
  if (!online) return problem ?? 'The website cannot be reached.';
  const since = liveAt ? `live since ${formatDateTime(liveAt)}` : undefined;
  return [releaseNumber !== null && `release ${releaseNumber}`, since].filter(Boolean).join(', ');
}

function Activity({ activity }: { activity: Dashboard['activity'] }) {
  return (
    <Panel title="Recent activity" className={classes.last} extra={<Link to="/log">Audit log</Link>}>
      <RecordList items={activity} empty="No activity yet.">
        {(entry, index) => (
          <li key={`${entry.at} ${index}`}>
            <Avatar name={entry.by ?? 'System'} />
            <ActivityText entry={entry} />
            <small>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </small>
          </li>
        )}
      </RecordList>
    </Panel>
  );
}
