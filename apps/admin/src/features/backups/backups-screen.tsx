import { Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupLocationSettings } from '@threadline/schema/wire/backup-location';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { backupsTitle } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AdvicePanel, FixedSettings, SettingsColumns, SettingsTest } from '../../ui/settings-panels.tsx';
import { Loaded } from '../../ui/states.tsx';
import { BackupList } from './backup-list.tsx';
import { backupLocationKey } from './backup-location-key.ts';
import classes from './backups.module.css';
import { LocationForm } from './location-form.tsx';
import { makeBackup } from './make-backup.ts';

/** /admin/settings/backup: all backups, and the place to which they are sent. */
export function BackupsScreen() {
  const { role } = useUser();
  const canManage = role === 'super_admin';
  return (
    <Screen title={backupsTitle}>
      <Panel title="All backups">
        {canManage && <BackupNow />}
        <BackupList canManage={canManage} />
      </Panel>
      {canManage ? <Location /> : <Alert tone="info">Only a super admin can make, download and restore backups.</Alert>}
    </Screen>
  );
}

/** Makes a backup, and says how it went. */
function BackupNow() {
  const queryClient = useQueryClient();
  const backup = useMutation({
    mutationFn: makeBackup,
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
  return (
    <Group gap="8px 12px" px="md" py={10} className={classes.now}>
      <Button size="xs" variant="filled" loading={backup.isPending} onClick={() => backup.mutate()}>
        Back up now
      </Button>
      <small role="status">
        {backup.isPending
          ? 'Copying and checking everything. This can take a minute.'
          : (backup.data ?? 'Copies everything, then checks that the copy can be restored.')}
      </small>
      <ErrorAlert error={backup.error} fallback="The backup failed. Try again." />
    </Group>
  );
}

function Location() {
  const query = useQuery({
    queryKey: backupLocationKey,
    queryFn: () => unwrap(api.client['backup-location'].$get()),
  });
  return (
    <Loaded query={query} heading="The backup location could not be loaded.">
      {(settings) => (
        <Stack>
          <h2>Backup location</h2>
          <StateNotice settings={settings} />
          {settings.source === 'none' && (
            <p>Not technical? Download a backup each month and keep it on your own computer.</p>
          )}
          <SettingsColumns
            settings={
              settings.source === 'environment' ? (
                <FixedLocation settings={settings} />
              ) : (
                // Mounted again after a change, so that the fields show what is stored.
                <LocationForm key={JSON.stringify(settings)} settings={settings} />
              )
            }
          >
            {settings.source === 'none' ? <Requirements /> : <ConnectionCheck key={JSON.stringify(settings)} />}
          </SettingsColumns>
        </Stack>
      )}
    </Loaded>
  );
}

function StateNotice({ settings: { location, isSecretLost } }: { settings: BackupLocationSettings }) {
  if (!location)
    return (
      <Alert tone="warning">
        Backups are only on the server of this site, and would be lost with it. Keep copies in online storage, too.
      </Alert>
    );
  if (isSecretLost)
    return (
      <Alert role="alert">
        Enter the key password (secret access key) again: the saved one cannot be read, for example because the site was
        moved to another machine. Until then, backups stay on this server.
      </Alert>
    );
  return <Alert tone="info">Backups are sent here and checked.</Alert>;
}

/** The place that the environment sets. */
function FixedLocation({ settings: { location } }: { settings: BackupLocationSettings }) {
  if (!location) return null;
  const { endpoint, region, bucket, folder } = location;
  const rows = {
    'Web address of the storage (endpoint)': endpoint,
    'Location of the storage (region)': region,
    'Name of your storage space (bucket)': bucket,
    Folder: folder || 'none',
    'Access key': 'set',
  };
  return <FixedSettings title="Online storage" rows={rows} />;
}

function ConnectionCheck() {
  const test = useMutation({ mutationFn: () => unwrap(api.client['backup-location'].check.$post()) });
  return (
    <SettingsTest test={test} title="Test" action="Check connection" fallback="The connection could not be checked.">
      Writes, reads and deletes a small test file there.
    </SettingsTest>
  );
}

function Requirements() {
  return (
    <AdvicePanel title="Before you begin">
      <p>
        If someone else looks after your IT, send them this page. You need an account with a provider of online storage,
        such as Amazon S3 or Backblaze B2. Create two things there:
      </p>
      <ul>
        <li>A private storage space for the backups only, called a bucket</li>
        <li>An access key: a name and a password with which this site opens that storage space</li>
      </ul>
      <p>
        Backups contain personal details from enquiries. Choose a region in India; otherwise name the country in your
        privacy notice.
      </p>
      <p>Each backup is downloaded once to check it; some providers charge for that.</p>
    </AdvicePanel>
  );
}
