import { Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backup } from '@threadline/schema/wire/backup';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { formatDateTime } from '../../format/time.ts';
import { restoreNoticeKey } from '../../session.tsx';
import { resetStores } from '../../store/create-store.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorText } from '../../ui/record-list.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { waitForRestore } from './wait-for-restore.ts';

interface BackupActionsProps {
  backup: Backup;
  /** When the last restore ended. */
  lastRestoreAt: string | undefined;
}

/** The actions of a super admin on a backup. A damaged one can only be checked again. */
export function BackupActions({ backup, lastRestoreAt }: BackupActionsProps) {
  const { id, createdAt, verification } = backup;
  const isDamaged = verification?.result === 'damaged';
  return (
    <Group gap="4px 12px">
      <VerifyBackup id={id} createdAt={createdAt} isFirst={verification === null} />
      {!isDamaged && <DownloadBackup id={id} createdAt={createdAt} />}
      {!isDamaged && <RestoreBackup id={id} createdAt={createdAt} lastRestoreAt={lastRestoreAt} />}
    </Group>
  );
}

type BackupActionProps = Pick<Backup, 'id' | 'createdAt'>;

/** Restores a backup for a test. A problem is shown in its row. */
function VerifyBackup({ id, createdAt, isFirst }: BackupActionProps & { isFirst: boolean }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const verify = useMutation({
    mutationFn: () => unwrap(api.client.backups[':id'].verify.$post({ param: { id } })),
    onSuccess: ({ backup }) => {
      if (backup.verification?.result !== 'verified') return;
      toast({ text: `The backup of ${formatDateTime(createdAt)} is verified: it can be restored.` });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
  return (
    <>
      <TextButton
        disabled={verify.isPending}
        onClick={() => verify.mutate()}
        aria-label={`Check the backup of ${formatDateTime(createdAt)}${isFirst ? '' : ' again'}`}
      >
        {verify.isPending ? 'Checking…' : isFirst ? 'Check now' : 'Check again'}
      </TextButton>
      {verify.error && <ErrorText role="alert">{verify.error.message}</ErrorText>}
    </>
  );
}

/** Saves a backup as one file after a question. */
function DownloadBackup({ id, createdAt }: BackupActionProps) {
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => {
      const { url } = await unwrap(api.client.backups[':id'].download.$post({ param: { id } }));
      // A link lets the browser save the file while it arrives, without leaving the page.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
    },
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: `Download the backup of ${formatDateTime(createdAt)}?`,
      text: 'One file with everything: texts, images, accounts, enquiries and the secret keys of this site. Keep it where only you can open it. The audit log records your download.',
      action: 'Download this backup',
      danger: false,
    });
    if (isConfirmed) download.mutate();
  };
  return (
    <>
      <TextButton onClick={ask} aria-label={`Download the backup of ${formatDateTime(createdAt)}`}>
        Download
      </TextButton>
      {download.error && <ErrorText role="alert">{download.error.message}</ErrorText>}
    </>
  );
}

/** Restores a backup after a question. */
function RestoreBackup({
  id,
  createdAt,
  lastRestoreAt,
}: BackupActionProps & Pick<BackupActionsProps, 'lastRestoreAt'>) {
  const confirm = useConfirm();
  const time = formatDateTime(createdAt);
  const restore = useMutation({
    mutationFn: async () => {
      await unwrap(api.client.backups[':id'].restore.$post({ param: { id } }));
      await waitForRestore(lastRestoreAt);
      sessionStorage.setItem(restoreNoticeKey, `The backup of ${time} was restored. Sign in again.`);
      // Steps of Undo and unsaved texts belong to the replaced content.
      resetStores();
      window.location.assign('/admin/login');
    },
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: `Restore the backup of ${time}?`,
      text: <RestoreEffects time={time} />,
      action: 'Restore this backup',
      danger: true,
    });
    if (isConfirmed) restore.mutate();
  };
  return (
    <>
      <TextButton onClick={ask} aria-label={`Restore the backup of ${time}`}>
        Restore
      </TextButton>
      {restore.error && <ErrorText role="alert">{restore.error.message}</ErrorText>}
      <Modal opened={restore.isPending} onClose={() => undefined} title="One moment" withCloseButton={false} centered>
        <Text role="status">
          Restoring the backup of {time}. The site as it is now is backed up first. This takes about 10 seconds, or a
          few minutes for a large site.
        </Text>
      </Modal>
    </>
  );
}

function RestoreEffects({ time }: { time: string }) {
  return (
    <Stack gap={12}>
      <Stack component="ul" gap={6}>
        <li>
          <strong>First:</strong> a backup of the site as it is now, so that you can return to it.
        </li>
        <li>
          <strong>Replaced:</strong> texts and images become those of the backup. Releases between {time} and now are no
          longer listed.
        </li>
        <li>
          <strong>Kept:</strong> accounts, the audit log, review mode, and newer enquiries, subscriptions and consents.
        </li>
      </Stack>
      <p>Visitors keep seeing the site. Afterwards everyone has to sign in again.</p>
    </Stack>
  );
}
