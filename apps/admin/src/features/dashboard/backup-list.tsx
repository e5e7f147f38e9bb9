import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Backup } from '@threadline/schema/wire/backup';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime, formatFileSize } from '../../format/time.ts';
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
    queryFn: async () => (await unwrap(api.client.backups.$get())).backups,
  });
  return (
    <Loaded query={query} what="The backups could not be loaded." rows={2}>
      {(backups) => <BackupDetails backups={backups} />}
    </Loaded>
  );
}

function BackupDetails({ backups }: { backups: readonly Backup[] }) {
  const best =
    backups.find(({ verification }) => verification?.result === 'verified') ??
    backups.find(({ verification }) => verification?.result !== 'damaged');
  return (
    <Stack gap={8} px="md" pb="md" fz="sm" className={classes.backupDetails}>
      {backups.length === 0 && (
        <p>No backups yet. If backups are on, the server makes the first one soon after it starts.</p>
      )}
      <RecordList items={backups}>{(backup) => <BackupRow key={backup.id} backup={backup} />}</RecordList>
      <Text c="dimmed">
        Verified means: the backup was restored to a temporary folder, all files were there, and the site that was
        rendered from it was identical.
      </Text>
      <h3>Make a backup</h3>
      <p>
        The server makes one every <code>BACKUP_EVERY_HOURS</code> (24 by default, 0 for none) and keeps the newest in{' '}
        <code>DATA_DIR/backups</code>. A super admin can press “Back up now”. Keep a copy on another disk as well:
      </p>
      <pre>npm run cli -- backup /mnt/elsewhere/site.tar</pre>
      <h3>Restore a backup</h3>
      <p>Run this on the server while the site is stopped. The replaced database is kept for 30 days.</p>
      {best && <pre>npm run cli -- restore {best.id}</pre>}
      <pre>npm run cli -- restore /mnt/elsewhere/site.tar</pre>
    </Stack>
  );
}

function BackupRow({ backup: { createdAt, bytes, files, verification } }: { backup: Backup }) {
  const [label, tone] = verification ? results[verification.result] : (['not verified yet', 'warning'] as const);
  return (
    <li>
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      <small>
        {formatFileSize(bytes)}, {formatCount(files, 'file')}
      </small>
      <Tag tone={tone}>{label}</Tag>
      {verification && verification.result !== 'verified' && <p>{verification.detail}</p>}
    </li>
  );
}
