import { Box, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dashboardKey } from '../../api/query-keys.ts';
import { backupLocation } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import classes from './dashboard.module.css';

const BackupList = lazyComponent('BackupList', () => import('./backup-list.tsx'), { label: 'The list of backups' });

/** Makes a backup, for super admins, and shows all backups. The list loads when it is opened. */
export function Backups() {
  const [isOpen, setIsOpen] = useState(false);
  const { role } = useUser();
  return (
    <>
      {role === 'super_admin' && <BackupNow />}
      <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <Box component="summary" px="md" py={12} c="bright" fz="sm" className="row-button">
          All backups
        </Box>
        {isOpen && <BackupList canManage={role === 'super_admin'} />}
      </details>
    </>
  );
}

function BackupNow() {
  const queryClient = useQueryClient();
  const backup = useMutation({
    mutationFn: async () => (await import('./make-backup.ts')).makeBackup(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
  return (
    <Group gap="8px 12px" px="md" py={10} className={classes.backup}>
      <Button size="xs" loading={backup.isPending} onClick={() => backup.mutate()}>
        Back up now
      </Button>
      <small role="status">
        {backup.isPending
          ? 'Copying everything and testing the restore. This can take a minute.'
          : (backup.data ?? 'Makes a full copy and tests the restore.')}
      </small>
      <small>
        <Link to="/settings/backup">{backupLocation}</Link>
      </small>
      <ErrorAlert error={backup.error} fallback="The backup failed. Please try again." />
    </Group>
  );
}
