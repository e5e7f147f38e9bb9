import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { MailHealth } from '@threadline/schema/enquiry';
import { durationOf, momentOf, sizeOf, timeOf } from '../../format/time.ts';
import { useEnquiryCounts } from '../enquiries/inbox/enquiries-query.ts';
import { describeMailError } from '../enquiries/inbox/mail-notice.tsx';
import { BackupDetails } from './backup-details.tsx';
import { BackupNow } from './backup-now.tsx';
import classes from './dashboard.module.css';

type System = Dashboard['system'];

interface Row {
  name: string;
  text: string;
  /** Left out where there is nothing to judge. */
  isGood?: boolean;
}

const gigabyte = 1024 ** 3;
const oldBackupMs = 48 * 3_600_000;

/** What is known of the machine and its data, each looked up now. */
export function systemRows(system: System, now: number): Row[] {
  return [
    {
      name: 'Version',
      text: `${system.version}${system.commit === 'unknown' ? '' : ` (${system.commit.slice(0, 7)})`}, ${system.environment}`,
    },
    databaseRow(system),
    backupRow(system, now),
    {
      name: 'Disk',
      text: `${gigabytes(system.disk.freeBytes)} of ${gigabytes(system.disk.totalBytes)} free`,
      isGood: system.disk.freeBytes > gigabyte,
    },
    { name: 'Stored', text: sizeOf(system.dataBytes) },
    { name: 'Running for', text: durationOf(system.uptimeSeconds * 1000) },
    { name: 'Node', text: system.node },
  ];
}

function databaseRow({ database, integrity, storageProblem }: System): Row {
  if (storageProblem) return { name: 'Database', text: storageProblem, isGood: false };
  if (!integrity)
    return {
      name: 'Database',
      text: `${database}, its first check is due`,
      ...(database !== 'connected' && { isGood: false }),
    };
  const [fault] = integrity.faults;
  if (fault) return { name: 'Database', text: `${database}, but damaged: ${fault}`, isGood: false };
  return {
    name: 'Database',
    text: `${database}, every page checked ${momentOf(integrity.at)}`,
    isGood: database === 'connected',
  };
}

function backupRow({ lastBackup: backup, backupFailure }: System, now: number): Row {
  if (backupFailure) {
    const text = `last backup failed ${momentOf(backupFailure.at)}: ${backupFailure.reason}`;
    return { name: 'Last backup', text, isGood: false };
  }
  if (!backup) return { name: 'Last backup', text: 'none yet', isGood: false };
  const results = {
    verified: 'a restore was rehearsed',
    unverified: 'whole, restore not rehearsed',
    damaged: 'damaged',
  };
  const verification = backup.verification ? results[backup.verification.result] : 'not tested yet';
  const isFresh = now - Date.parse(backup.createdAt) < oldBackupMs;
  return {
    name: 'Last backup',
    text: `${momentOf(backup.createdAt)}, ${verification}`,
    isGood: isFresh && backup.verification?.result === 'verified',
  };
}

function gigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`;
}

/** Whether what visitors and the team are told goes out. */
export function mailRow(mail: MailHealth, now: number): Row {
  const trouble = describeMailError(mail, now);
  // The whole sentence stands above, with the way to the mail.
  const text = mail.mode === 'files' ? 'written to files only' : (trouble ?? 'goes out through the mail server');
  return { name: 'Mail', text, isGood: trouble === undefined };
}

export function SystemInformation({ system, checkedAt }: { system: System; checkedAt: number }) {
  const { data: counts } = useEnquiryCounts();
  const rows = [...systemRows(system, checkedAt), ...(counts ? [mailRow(counts.mail, checkedAt)] : [])];
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>System information</h2>
        <span className="meta">checked {timeOf(new Date(checkedAt).toISOString())}</span>
      </div>
      <dl className={classes.system}>
        {rows.map(({ name, text, isGood }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text}
              {isGood !== undefined && <Mark isGood={isGood} />}
            </dd>
          </div>
        ))}
      </dl>
      <BackupNow />
      <BackupDetails />
    </section>
  );
}

function Mark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? IconCheck : IconAlertTriangle;
  return (
    <span className={classes.mark} data-good={isGood}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{isGood ? 'good' : 'needs a look'}</span>
    </span>
  );
}
