import { Box, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { useEnquiryCounts } from '../../api/enquiry-counts.ts';
import { formatDateTime, formatDuration, formatFileSize, formatTime } from '../../format/time.ts';
import { useUser } from '../../session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { describeMailError } from '../enquiries/inbox/mail-notice.tsx';
import classes from './dashboard.module.css';

type System = Dashboard['system'];

interface Row {
  name: string;
  text: string;
  /** Undefined for facts that are neither good nor bad. */
  isGood?: boolean;
  /** Of use only to the person who runs the server. */
  isTechnical?: boolean;
}

/** The name of a row. */
export const lastBackup = 'Last backup';

const gigabyte = 1024 ** 3;
const maxBackupAgeMs = 48 * 3_600_000;
/** The state is read every few seconds, so that a short lag says nothing. */
const maxReplicaLagSeconds = 15;

/** Returns the version, the database, its copies, the disk and the uptime as rows. */
export function listSystemRows(system: System, now: number): Row[] {
  const { version, commit, environment, disk, dataBytes, uptimeSeconds, node } = system;
  return [
    { name: 'Version', text: version },
    { name: 'Database', ...describeDatabase(system) },
    { name: lastBackup, ...describeBackup(system, now) },
    {
      name: 'Backup location',
      text: system.backupLocation ?? 'this server only. If the server is lost, so are its backups.',
    },
    ...(system.replica ? [{ name: 'Database copy', ...describeReplica(system.replica) }] : []),
    {
      name: 'Disk',
      text: `${formatGigabytes(disk.freeBytes)} of ${formatGigabytes(disk.totalBytes)} free`,
      isGood: disk.freeBytes > gigabyte,
    },
    { name: 'Data size', text: formatFileSize(dataBytes), isTechnical: true },
    { name: 'Running for', text: formatDuration(uptimeSeconds * 1000), isTechnical: true },
    { name: 'Build', text: `${commit.slice(0, 7)}, ${environment}`, isTechnical: true },
    { name: 'Node', text: node, isTechnical: true },
  ];
}

function describeDatabase({ database, integrity, storageProblem }: System): Omit<Row, 'name'> {
  if (storageProblem) return { text: storageProblem, isGood: false };
  const isConnected = database === 'connected';
  if (!integrity) {
    return isConnected
      ? { text: 'Working. The first check of all data is under way.' }
      : { text: database, isGood: false };
  }
  const [fault] = integrity.faults;
  if (fault) return { text: `${database}, but damaged: ${fault}`, isGood: false };
  return { text: `${database}, all data checked ${formatDateTime(integrity.at)}`, isGood: isConnected };
}

function describeBackup({ lastBackup: backup, backupFailure }: System, now: number): Omit<Row, 'name'> {
  if (backupFailure)
    return { text: `last backup failed ${formatDateTime(backupFailure.at)}: ${backupFailure.reason}`, isGood: false };
  if (!backup) return { text: 'none yet', isGood: false };
  const results = { verified: 'verified', unverified: 'not verified', damaged: 'damaged' };
  const result = backup.verification?.result;
  const isRecent = now - Date.parse(backup.createdAt) < maxBackupAgeMs;
  const place = backup.place === 'off-site' ? 'at the backup location, ' : '';
  return {
    text: `${formatDateTime(backup.createdAt)}, ${place}${result ? results[result] : 'not verified yet'}`,
    isGood: isRecent && result === 'verified',
  };
}

function describeReplica({ place, lagSeconds, problem }: NonNullable<System['replica']>): Omit<Row, 'name'> {
  if (problem) return { text: problem, isGood: false };
  if (lagSeconds === null) return { text: `starts in ${place}` };
  const isCurrent = lagSeconds <= maxReplicaLagSeconds;
  const lag = isCurrent ? 'up to date' : `${formatDuration(lagSeconds * 1000)} behind`;
  return { text: `${lag}, in ${place}`, isGood: isCurrent };
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`;
}

/** Returns whether mail is delivered. The mail notice above explains more. */
export function getMailRow(mail: MailHealth, now: number): Row {
  return { name: 'Email', ...describeMail(mail, now) };
}

function describeMail(mail: MailHealth, now: number): Omit<Row, 'name'> {
  if (mail.mode === 'files') return { text: 'not set up', isGood: false };
  const error = describeMailError(mail, now);
  if (error) return { text: error, isGood: false };
  if (!mail.isVerified) return { text: 'set up, not tested yet', isGood: false };
  return { text: 'messages are delivered', isGood: true };
}

export function SystemInformation({ dashboard, checkedAt }: { dashboard: Dashboard; checkedAt: number }) {
  const { site, system } = dashboard;
  const { role } = useUser();
  const { data: counts } = useEnquiryCounts();
  const rows: Row[] = [
    ...listSystemRows(system, checkedAt),
    ...(counts ? [getMailRow(counts.mail, checkedAt)] : []),
    { name: 'Website response time', text: `${site.responseMs} ms`, isTechnical: true },
  ];
  return (
    <Panel
      title="System information"
      className={classes.last}
      extra={<small>checked {formatTime(new Date(checkedAt).toISOString())}</small>}
    >
      <RowList rows={rows.filter(({ isTechnical }) => !isTechnical)} />
      <Box px="md" pb={12} fz="sm">
        <Link to="/settings/backup">
          {role === 'super_admin' ? 'Make, download or restore a backup' : 'Show all backups'}
        </Link>
      </Box>
      <details className={classes.details}>
        <Box component="summary" px="md" py={12} c="bright" fz="sm" className="row-button">
          Technical details
        </Box>
        <RowList rows={rows.filter(({ isTechnical }) => isTechnical)} />
      </details>
    </Panel>
  );
}

function RowList({ rows }: { rows: Row[] }) {
  return (
    <Box component="dl" px="md" py={12}>
      {rows.map(({ name, text, isGood }) => (
        <div key={name}>
          <dt>{name}</dt>
          <Group component="dd" gap={8} justify="space-between" wrap="nowrap">
            {text}
            {isGood !== undefined && <Mark isGood={isGood} />}
          </Group>
        </div>
      ))}
    </Box>
  );
}

function Mark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? IconCheck : IconAlertTriangle;
  return (
    <>
      <Icon size={16} color={`var(--${isGood ? 'success' : 'mantine-color-accent-light-color'})`} aria-hidden="true" />
      <span className="visually-hidden">{isGood ? 'good' : 'needs attention'}</span>
    </>
  );
}
