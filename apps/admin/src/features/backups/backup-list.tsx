import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Backup, LastRestore } from '@threadline/schema/wire/backup';
import type { ReactNode } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime, formatFileSize } from '../../format/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BackupActions } from './backup-actions.tsx';
import classes from './backups.module.css';

const results = {
  verified: ['verified', 'success'],
  unverified: ['not verified', 'warning'],
  damaged: ['damaged', 'danger'],
} as const;

/** The backups with their verification, and the commands for the server. */
export function BackupList({ canManage }: { canManage: boolean }) {
  const query = useQuery({
    // A new backup reloads the dashboard, and with it this list.
    queryKey: [...dashboardKey, 'backups'],
    queryFn: () => unwrap(api.client.backups.$get()),
  });
  return (
    <Loaded query={query} heading="The backups could not be loaded." rows={2}>
      {(list) => <BackupDetails {...list} canManage={canManage} />}
    </Loaded>
  );
}

interface BackupPlan {
  /** 0: no automatic backups. */
  everyHours: number;
  keep: number;
}

/** Returns how often backups are made and which ones are kept. */
export function describePlan({ everyHours, keep }: BackupPlan): string {
  const retention =
    keep === 1
      ? 'Only the latest backup is kept.'
      : `The ${keep} newest backups are kept, and one for each of the last ${keep} days.`;
  if (everyHours === 0) return `Automatic backups are off. ${retention}`;
  const interval =
    everyHours < 1 ? formatCount(Math.round(everyHours * 60), 'minute') : formatCount(everyHours, 'hour');
  const rhythm =
    everyHours < 24
      ? `A backup is made ${interval} after a change, otherwise once a day.`
      : `A backup is made every ${everyHours === 24 ? 'day' : interval}.`;
  return `${rhythm} ${retention}`;
}

interface BackupDetailsProps {
  backups: readonly Backup[];
  problem: string | null;
  /** How often backups are made, and how many are kept. */
  plan: BackupPlan;
  lastRestore: LastRestore | null;
  canManage: boolean;
}

function BackupDetails({ backups, problem, plan, lastRestore, canManage }: BackupDetailsProps) {
  const best =
    backups.find(({ verification }) => verification?.result === 'verified') ??
    backups.find(({ verification }) => verification?.result !== 'damaged');
  return (
    <Stack gap={8} px="md" pt={backups.length === 0 ? 'md' : undefined} pb="md" fz="sm" className={classes.list}>
      {problem && <Alert tone="warning">The backups at the backup location cannot be listed. {problem}</Alert>}
      {backups.length === 0 && !problem && <p>No backups yet.</p>}
      <RecordList items={backups}>
        {(backup) => (
          <BackupRow key={backup.id} backup={backup}>
            {canManage && <BackupActions backup={backup} lastRestoreAt={lastRestore?.at} />}
          </BackupRow>
        )}
      </RecordList>
      <Text c="dimmed">{describePlan(plan)}</Text>
      {backups.length > 0 && (
        <Text c="dimmed">Verified: the backup was restored for a test, and the site made from it was identical.</Text>
      )}
      <details>
        <summary className="row-button">For the server’s administrator</summary>
        <p>Restores this backup on this server, or a downloaded one on another machine where the site is stopped:</p>
        {best && <pre>npm run cli -- restore {best.id}</pre>}
        <pre>npm run cli -- restore threadline-backup.tar</pre>
      </details>
    </Stack>
  );
}

function BackupRow({ backup, children }: { backup: Backup; children: ReactNode }) {
  const { createdAt, place, bytes, files, verification } = backup;
  const [label, tone] = verification ? results[verification.result] : (['not verified yet', 'warning'] as const);
  return (
    <li>
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      <small>
        {formatFileSize(bytes)}, {formatCount(files, 'file')}
        {place === 'off-site' && ', at the backup location'}
      </small>
      <Tag tone={tone}>{label}</Tag>
      {children}
      {verification && verification.result !== 'verified' && <p>{verification.detail}</p>}
    </li>
  );
}
