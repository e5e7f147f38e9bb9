import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BackupLocationSettings } from '@threadline/schema/wire/backup-location';
import { api, unwrap } from '../../api/client.ts';
import { backupLocation } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AdvicePanel, FixedSettings, SettingsTest } from '../../ui/settings-panels.tsx';
import { Loaded } from '../../ui/states.tsx';
import { backupLocationKey } from './backup-location-key.ts';
import { LocationForm } from './location-form.tsx';

/** /admin/settings/backup: the place to which backups are sent. */
export function BackupLocationScreen() {
  const { role } = useUser();
  return (
    <Screen title={backupLocation}>
      {role === 'super_admin' ? (
        <Settings />
      ) : (
        <Alert tone="info">Only a super admin can see and change these settings.</Alert>
      )}
    </Screen>
  );
}

function Settings() {
  const query = useQuery({
    queryKey: backupLocationKey,
    queryFn: () => unwrap(api.client['backup-location'].$get()),
  });
  return (
    <Loaded query={query} what="The backup location could not be loaded.">
      {(settings) => (
        <Stack>
          <StateNotice settings={settings} />
          {settings.source === 'none' && <Requirements />}
          {settings.source === 'environment' ? (
            <FixedLocation settings={settings} />
          ) : (
            // Mounted again after a change, so that the fields show what is stored.
            <LocationForm key={JSON.stringify(settings)} settings={settings} />
          )}
          {settings.source !== 'none' && <ConnectionCheck />}
        </Stack>
      )}
    </Loaded>
  );
}

function StateNotice({ settings: { source, location, isSecretLost } }: { settings: BackupLocationSettings }) {
  if (!location)
    return (
      <Alert tone="warning">
        Backups are only on the server of the site. If that server is lost or damaged, they are lost with it. Choose a
        second place, at a provider of online storage.
      </Alert>
    );
  if (isSecretLost)
    return (
      <Alert role="alert">
        The saved secret access key cannot be read, for example because the site was moved to another machine. Enter it
        again. Until then, backups stay on this server.
      </Alert>
    );
  return (
    <Alert tone="info">
      {source === 'admin'
        ? 'Backups are sent to this place, and checked there. '
        : 'Backups are sent to a second place. '}
      <Link to="/">Show the backups on the Dashboard</Link>
    </Alert>
  );
}

/** The place that the environment sets. */
function FixedLocation({ settings: { location } }: { settings: BackupLocationSettings }) {
  if (!location) return null;
  const { endpoint, region, bucket, folder } = location;
  const rows = { Address: endpoint, Region: region, Bucket: bucket, Folder: folder || 'none', 'Access key': 'set' };
  return <FixedSettings title="Storage" rows={rows} />;
}

function ConnectionCheck() {
  const test = useMutation({ mutationFn: () => unwrap(api.client['backup-location'].check.$post()) });
  return (
    <SettingsTest test={test} title="Test" action="Check connection" fallback="The connection could not be checked.">
      Writes, reads and removes a small file at the saved place.
    </SettingsTest>
  );
}

function Requirements() {
  return (
    <AdvicePanel title="Before you begin">
      <p>You need three things from your provider:</p>
      <ul>
        <li>An account with online storage, often called object storage or S3 storage</li>
        <li>A private bucket: a named store for files, used for nothing else</li>
        <li>An access key: a user name and a password for programs, limited to that bucket</li>
      </ul>
      <p>
        Backups contain enquiries and other personal details. Choose a country that your privacy notice names. Each
        backup is read once to check it, for which some providers charge.
      </p>
    </AdvicePanel>
  );
}
