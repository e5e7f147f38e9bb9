import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type BackupLocationSettings, backupLocationChangeSchema } from '@threadline/schema/wire/backup-location';
import { type ChangeEvent, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { ApiForm } from '../../ui/api-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { RemoveSettings } from '../../ui/settings-panels.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { backupLocationKey } from './backup-location-key.ts';
import { findProvider, type ProviderId, providers, type ServicePlace } from './providers.ts';

const providerOptions = Object.fromEntries(Object.entries(providers).map(([id, { label }]) => [id, label]));

/** Sets the place of the backups. The stored secret is never shown; an empty field keeps it. */
export function LocationForm({ settings }: { settings: BackupLocationSettings }) {
  const { location, isSecretLost } = settings;
  const toast = useToast();
  const refresh = useRefreshBackups();
  const [providerId, setProviderId] = useState<ProviderId>(location ? findProvider(location) : 'amazon-s3');
  const provider = providers[providerId];
  const form = useApiForm({
    initialValues: {
      ...provider.complete({ endpoint: location?.endpoint ?? '', region: location?.region ?? '' }),
      bucket: location?.bucket ?? '',
      folder: location?.folder ?? '',
      accessKeyId: location?.accessKeyId ?? '',
      secretAccessKey: '',
    },
    schema: backupLocationChangeSchema,
    unsavedId: 'backup-location',
    send: ({ secretAccessKey, ...values }) =>
      unwrap(
        api.client['backup-location'].$put({
          json: { ...values, ...(secretAccessKey !== '' && { secretAccessKey }) },
        }),
      ),
    onSuccess: () => {
      form.setValue('secretAccessKey', '');
      toast({ text: 'The connection works, and the backup location was saved. The next backup goes there.' });
      refresh();
    },
  });

  /** Enters a value, and those that follow from it. */
  const setPlace = (id: ProviderId, entered: Partial<ServicePlace>) => {
    const { endpoint, region } = providers[id].complete({ ...form.values, ...entered });
    form.setValue('endpoint', endpoint);
    form.setValue('region', region);
  };
  const placeField = (name: keyof ServicePlace) => ({
    ...form.field(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => setPlace(providerId, { [name]: event.currentTarget.value }),
  });
  const chooseProvider = (id: string) => {
    setProviderId(id as ProviderId);
    setPlace(id as ProviderId, id === 'other' ? {} : { endpoint: '', region: '' });
  };
  const keepsSecret = location && !isSecretLost;
  return (
    <Panel title="Storage">
      <ApiForm
        form={form}
        fallback="The backup location could not be saved."
        action="Check and save"
        isPrimary
        buttons={location && <KeepOnServer bucket={location.bucket} />}
      >
        <SelectField
          label="Provider"
          size="sm"
          options={providerOptions}
          value={providerId}
          onChange={chooseProvider}
        />
        {provider.endpointHint && (
          <TextInput
            label="Address"
            description={provider.endpointHint}
            autoComplete="off"
            inputMode="url"
            {...placeField('endpoint')}
          />
        )}
        {provider.regionHint && (
          <TextInput label="Region" description={provider.regionHint} autoComplete="off" {...placeField('region')} />
        )}
        <TextInput
          label="Bucket"
          description="The name of a private bucket."
          autoComplete="off"
          {...form.field('bucket')}
        />
        <TextInput
          label="Folder (optional)"
          description="Needed if the bucket holds other files, for example website-backups."
          autoComplete="off"
          {...form.field('folder')}
        />
        <TextInput
          label="Access key ID"
          description={provider.keyHint}
          autoComplete="off"
          {...form.field('accessKeyId')}
        />
        <PasswordInput
          label="Secret access key"
          description={
            keepsSecret
              ? 'Saved. Leave it blank to keep it.'
              : 'Shown once, together with the access key ID. It is stored encrypted.'
          }
          autoComplete="new-password"
          {...form.field('secretAccessKey')}
        />
      </ApiForm>
    </Panel>
  );
}

function KeepOnServer({ bucket }: { bucket: string }) {
  return (
    <RemoveSettings
      action="Keep on this server"
      title="Keep backups on this server only?"
      text={`If this server is lost or damaged, new backups are lost with it. The backups in ${bucket} stay there, but are no longer listed here until you set up that place again. The access key is deleted.`}
      fallback="The backup location could not be removed."
      remove={() => unwrap(api.client['backup-location'].$delete())}
      onRemoved={useRefreshBackups()}
    />
  );
}

/** Returns a function that loads what the location decides again. */
function useRefreshBackups() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [backupLocationKey, dashboardKey]) queryClient.invalidateQueries({ queryKey });
  };
}
