import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import classes from './dashboard.module.css';

/** Makes a backup at once and says what came of it; only for those who may. */
export function BackupNow() {
  const queryClient = useQueryClient();
  const { role } = useUser();
  const making = useMutation({
    mutationFn: async () => (await import('./make-backup.ts')).makeBackup(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  });
  if (role !== 'super_admin') return null;
  return (
    <div className={classes.backup}>
      <Button size="xs" loading={making.isPending} onClick={() => making.mutate()}>
        Back up now
      </Button>
      <p role="status" className="meta">
        {making.isPending
          ? 'Copying everything, then a restore is rehearsed. This can take a minute.'
          : (making.data ?? 'Copies everything and rehearses a restore.')}
      </p>
      <ErrorAlert error={making.error} fallback="The backup could not be made." />
    </div>
  );
}
