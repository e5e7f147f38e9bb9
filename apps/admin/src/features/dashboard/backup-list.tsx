import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Backup } from '@threadline/schema/wire/backup';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime, formatFileSize } from '../../format/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import classes from './dashboard.module.css';

const results = {
  verified: ['verified', 'success'],
  unverified: ['not verified', 'warning'],
  damaged: ['damaged', 'danger'],
} as const;

/** The backups in the data folder with their verification, and the commands that make and restore one. */
export function BackupList() {
  const query = useQuery({
    // A new backup reloads the dashboard, and with it this list.
    queryKey: [...dashboardKey, 'backups'],
    queryFn: () => unwrap(api.client.backups.$get()),
  });
  return (
    <Loaded query={query} what="The backups could not be loaded." rows={2}>
      {({ backups, problem }) => <BackupDetails backups={backups} problem={problem} />}
    </Loaded>
  );
}

function BackupDetails({ backups, problem }: { backups: readonly Backup[]; problem: string | null }) {
  const best =
    backups.find(({ verification }) => verification?.result === 'verified') ??
    backups.find(({ verification }) => verification?.result !== 'damaged');
  return (
    <Stack gap={8} px="md" pb="md" fz="sm" className={classes.backupDetails}>
      {problem && <Alert tone="warning">Off-site backups cannot be listed. {problem}</Alert>}
      {backups.length === 0 && !problem && (
        <p>No backups yet. If backups are on, the server makes the first one soon after it starts.</p>
      )}
      <RecordList items={backups}>{(backup) => <BackupRow key={backup.id} backup={backup} />}</RecordList>
      <Text c="dimmed">
        Verified means: the backup was restored to a temporary folder, all files were there, and the site that was
        rendered from it was identical.
      </Text>
      <h3>Make a backup</h3>
      <p>
        The server makes one every <code>BACKUP_EVERY_HOURS</code> and keeps the newest in <code>DATA_DIR/backups</code>
        , or off-site in the object store at <code>BACKUP_URL</code>. A super admin can press “Back up now”. An archive
        moves the site to another machine:
      </p>
      <pre>npm run cli -- backup /mnt/elsewhere/site.tar</pre>
      <h3>Restore a backup</h3>
      <p>Run this on the server while the site is stopped. The replaced database is kept for 30 days.</p>
      {best && <pre>npm run cli -- restore {best.id}</pre>}
      <pre>npm run cli -- restore /mnt/elsewhere/site.tar</pre>
    </Stack>
  );
}

function BackupRow({ backup: { createdAt, place, bytes, files, verification } }: { backup: Backup }) {
  const [label, tone] = verification ? results[verification.result] : (['not verified yet', 'warning'] as const);
  return (
    <li>
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      <small>
        {formatFileSize(bytes)}, {formatCount(files, 'file')}
        {place === 'off-site' && ', off-site'}
      </small>
      <Tag tone={tone}>{label}</Tag>
      {verification && verification.result !== 'verified' && <p>{verification.detail}</p>}
    </li>
  );
}
