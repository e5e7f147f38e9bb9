import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { api, unwrap } from '../../../api/client.ts';
import { dashboardKey } from '../../../api/query-keys.ts';
import { formatDateTime } from '../../../format/time.ts';
import { backupsTitle, emailSettings } from '../../../navigation.ts';
import { Panel } from '../../../ui/panel.tsx';
import classes from './content.module.css';

/** The settings that have a screen of their own, as rows beside those that are content. */
export function SettingsScreens() {
  const { data } = useQuery({ queryKey: dashboardKey, queryFn: () => unwrap(api.client.dashboard.$get()) });
  return (
    <section aria-label="Email and backups">
      <Group mih={38}>
        <h2>Email and backups</h2>
      </Group>
      <Panel component="ul" className="divided">
        <Row title={emailSettings} to="/settings/email" state={data && (data.setup.email ?? 'Email works.')} />
        <Row title={backupsTitle} to="/settings/backup" state={data && describeBackups(data.system)} />
      </Panel>
    </section>
  );
}

interface RowProps {
  title: string;
  to: '/settings/email' | '/settings/backup';
  /** Undefined while it loads. */
  state: string | undefined;
}

function Row({ title, to, state }: RowProps) {
  return (
    <li className={classes.settings}>
      <Stack gap={0} className={classes.text}>
        <Text component="h3" fw={600}>
          {title}
        </Text>
        <Text fz="sm">{state ?? '\u00a0'}</Text>
      </Stack>
      <Link to={to} aria-label={`Open ${title}`}>
        Open
      </Link>
    </li>
  );
}

/** Returns when the last backup was made, and where backups are. */
function describeBackups({
  backupFailure,
  lastBackup,
  backupLocation,
}: Pick<Dashboard['system'], 'backupFailure' | 'lastBackup' | 'backupLocation'>): string {
  if (backupFailure) return `The backup of ${formatDateTime(backupFailure.at)} failed.`;
  if (!lastBackup) return 'No backup was made yet.';
  const place = backupLocation ? `Also sent to ${backupLocation}` : 'On this server only';
  return `Last backup ${formatDateTime(lastBackup.createdAt)}. ${place}.`;
}
