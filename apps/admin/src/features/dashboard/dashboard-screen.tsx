import { IconDownload, IconExternalLink, IconLayoutList, IconPhotoPlus, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/dashboard';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { durationOf, initialsOf, momentOf, sizeOf, timeOf } from '../../ui/time.ts';
import { EnquirySummaryPanel } from '../enquiries/enquiry-summary.tsx';
import { activityWords } from './activity-words.ts';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-query.ts';

/** /admin: every number is counted now, and leads to what it counts. */
export function DashboardScreen() {
  const query = useDashboard();
  return (
    <Screen title="Dashboard">
      {query.data ? (
        <>
          <Counters dashboard={query.data} />
          <EnquirySummaryPanel />
          <QuickActions />
          <div className={classes.columns}>
            <Activity activity={query.data.activity} />
            <SystemInformation system={query.data.system} checkedAt={query.dataUpdatedAt} />
          </div>
        </>
      ) : query.error ? (
        <LoadFailure what="The dashboard could not be loaded." error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Screen>
  );
}

function Counters({ dashboard }: { dashboard: Dashboard }) {
  const { contentItems, images, users, contactRequests, site } = dashboard;
  return (
    <section className={`panel ${classes.counters}`} aria-label="Counters">
      <Link to="/content">
        <span>Total content items</span>
        <strong>{contentItems}</strong>
      </Link>
      <Link to="/images">
        <span>Images uploaded</span>
        <strong>{images}</strong>
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
      </Link>
      <div>
        <span>Enquiries received</span>
        <strong>{contactRequests}</strong>
      </div>
    </section>
  );
}

function siteWords({ release, liveAt }: Dashboard['site']): string {
  if (!release) return 'nothing published yet';
  const number = Number(release.split('-')[0]);
  return liveAt ? `release ${number}, ${momentOf(liveAt)}` : `release ${number}`;
}

function QuickActions() {
  const [problem, setProblem] = useState('');
  const download = async () => {
    setProblem('');
    try {
      const { content } = await answerOf(api.client.content.$get());
      offerFile(`threadline-content-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(content, null, 2));
    } catch (error) {
      setProblem(sentenceOf(error, 'The export failed.'));
    }
  };
  return (
    <section className="panel" aria-label="Quick actions">
      <div className={classes.actions}>
        <Link to="/content" search={{ section: 'hero' }}>
          <IconLayoutList size={18} stroke={1.6} aria-hidden="true" /> Edit the hero
        </Link>
        <Link to="/images">
          <IconPhotoPlus size={18} stroke={1.6} aria-hidden="true" /> Upload images
        </Link>
        <Link to="/users" search={{ add: true }}>
          <IconUserPlus size={18} stroke={1.6} aria-hidden="true" /> Add a user
        </Link>
        <a href="/" target="_blank" rel="noopener">
          <IconExternalLink size={18} stroke={1.6} aria-hidden="true" /> View Website
        </a>
        <button type="button" onClick={download}>
          <IconDownload size={18} stroke={1.6} aria-hidden="true" /> Export Data
        </button>
      </div>
      {problem && (
        <div className="alert" role="alert">
          {problem}
        </div>
      )}
    </section>
  );
}

function offerFile(name: string, json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function Activity({ activity }: { activity: Dashboard['activity'] }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Recent activity</h2>
      </div>
      {activity.length === 0 && <p className={classes.nothing}>Nothing has happened yet.</p>}
      <ul>
        {activity.map((entry, index) => {
          const { verb, subject, search } = activityWords(entry);
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

function SystemInformation({ system, checkedAt }: { system: Dashboard['system']; checkedAt: number }) {
  const rows: [string, string][] = [
    ['Version', `${system.version}${system.commit === 'unknown' ? '' : ` (${system.commit})`}, ${system.environment}`],
    ['Database', system.database],
    ['Stored', sizeOf(system.dataBytes)],
    ['Running for', durationOf(system.uptimeSeconds * 1000)],
    ['Node', system.node],
  ];
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>System information</h2>
        <span className="meta">checked {timeOf(new Date(checkedAt).toISOString())}</span>
      </div>
      <dl className={classes.system}>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
