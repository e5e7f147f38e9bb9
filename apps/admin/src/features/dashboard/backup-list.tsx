import { useQuery } from '@tanstack/react-query';
import type { Backup } from '@threadline/schema/backup';
import { answerOf, api } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { dateTimeOf, sizeOf } from '../../format/time.ts';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './backups.module.css';

const results = {
  verified: ['verified', 'good'],
  unverified: ['not verified', 'waiting'],
  damaged: ['damaged', 'bad'],
} as const;

/** Every backup that is kept here, what its verification says, and the commands that make and restore one. */
export function BackupList() {
  const query = useQuery({
    // Below the dashboard's own key: a new backup is asked for with it.
    queryKey: [...dashboardKey, 'backups'],
    queryFn: async () => (await answerOf(api.client.backups.$get())).backups,
  });
  if (query.error && !query.data)
    return <LoadFailure what="The backups could not be listed." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={2} />;
  return <Backups backups={query.data} />;
}

function Backups({ backups }: { backups: readonly Backup[] }) {
  const best =
    backups.find(({ verification }) => verification?.result === 'verified') ??
    backups.find(({ verification }) => verification?.result !== 'damaged');
  return (
    <div className={classes.backups}>
      {backups.length === 0 && (
        <p>There is none yet. Where backups are switched on, the server makes the first one soon after its start.</p>
      )}
      <ul>
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} />
        ))}
      </ul>
      <p className="dimmed">
        Verified means: the backup was restored to a scratch folder, all its files were there, and the site made from it
        was the same, byte for byte.
      </p>
      <h3>Make one</h3>
      <p>
        The server makes one every <code>BACKUP_EVERY_HOURS</code> (24 where it is not set, none at 0) and keeps the
        newest in <code>DATA_DIR/backups</code>; a super admin makes one more with “Back up now”. The disk itself may be
        lost: take one elsewhere.
      </p>
      <pre>npm run cli -- backup /mnt/elsewhere/site.tar</pre>
      <h3>Restore one</h3>
      <p>On the server, with the site stopped. The database that it replaces is kept for 30 days.</p>
      {best && <pre>npm run cli -- restore {best.id}</pre>}
      <pre>npm run cli -- restore /mnt/elsewhere/site.tar</pre>
    </div>
  );
}

function BackupRow({ backup: { createdAt, bytes, files, verification } }: { backup: Backup }) {
  const [words, tone] = verification ? results[verification.result] : (['not tested yet', 'waiting'] as const);
  return (
    <li>
      <span>
        <time dateTime={createdAt}>{dateTimeOf(createdAt)}</time>
        <span className="meta">
          {sizeOf(bytes)}, {files} {files === 1 ? 'file' : 'files'}
        </span>
      </span>
      <span className="tag" data-tone={tone}>
        {words}
      </span>
      {verification && verification.result !== 'verified' && <p>{verification.detail}</p>}
    </li>
  );
}
