import { TextInput } from '@mantine/core';
import { type BackupLocationSettings, backupLocationChangeSchema } from '@threadline/schema/wire/backup-location';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { ProviderSelect, SecretInput, SettingsForm, useSettingsForm } from '../../ui/settings-form.tsx';
import { backupLocationKey } from './backup-location-key.ts';
import { findProvider, type Provider, type ProviderId, providers, type ServicePlace } from './providers.ts';

/** Sets the place of the backups. The stored secret is never shown; an empty field keeps it. */
export function LocationForm({ settings }: { settings: BackupLocationSettings }) {
  const { location, isSecretLost } = settings;
  const [providerId, setProviderId] = useState<ProviderId | undefined>(location ? findProvider(location) : undefined);
  const provider = providerId && providers[providerId];
  const form = useSettingsForm({
    initialValues: {
      endpoint: location?.endpoint ?? '',
      region: location?.region ?? '',
      bucket: location?.bucket ?? '',
      folder: location?.folder ?? '',
      accessKeyId: location?.accessKeyId ?? '',
      secretAccessKey: '',
    },
    schema: backupLocationChangeSchema,
    unsavedId: 'backup-location',
    secretField: 'secretAccessKey',
    save: (json) => unwrap(api.client['backup-location'].$put({ json })),
    savedMessage: 'The connection works, and the backup location was saved. The next backup goes there.',
    queryKeys: [backupLocationKey, dashboardKey],
  });

  /** Enters a value, and those that follow from it. */
  const setPlace = (id: ProviderId, entered: Partial<ServicePlace>) => {
    const { endpoint, region } = providers[id].complete({ ...form.values, ...entered });
    form.setValue('endpoint', endpoint);
    form.setValue('region', region);
  };
  const placeField = (name: keyof ServicePlace) => ({
    ...form.field(name),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      providerId && setPlace(providerId, { [name]: currentTarget.value }),
  });
  const chooseProvider = (id: ProviderId) => {
    setProviderId(id);
    setPlace(id, id === 'other' ? {} : { endpoint: '', region: '' });
  };
  return (
    <SettingsForm
      form={form}
      title="Online storage"
      fallback="The backup location could not be saved."
      action={provider && 'Check and save'}
      removal={
        location && {
          action: 'Keep on this server',
          title: 'Keep backups on this server only?',
          text: `New backups would be lost with this server. The backups in ${location.bucket} stay there, but are not listed here until you set it up again. The access key is deleted.`,
          fallback: 'The backup location could not be removed.',
          remove: () => unwrap(api.client['backup-location'].$delete()),
        }
      }
    >
      <ProviderSelect
        label="Where should backups be kept?"
        none="Only on this server"
        providers={providers}
        value={providerId}
        onChange={chooseProvider}
      />
      {provider && (
        <ProviderFields {...{ provider, form, placeField }} isSecretStored={location !== null && !isSecretLost} />
      )}
    </SettingsForm>
  );
}

type FieldProps = ComponentProps<typeof SecretInput>['field'];

interface ProviderFieldsProps {
  provider: Provider;
  form: { field: (name: 'bucket' | 'folder' | 'accessKeyId' | 'secretAccessKey') => FieldProps };
  placeField: (name: keyof ServicePlace) => FieldProps;
  isSecretStored: boolean;
}

/** The fields of a provider, each with the place at the provider where its value is found. */
function ProviderFields({ provider, form, placeField, isSecretStored }: ProviderFieldsProps) {
  return (
    <>
      {provider.endpointHint && (
        <TextInput
          label="Web address of the storage (endpoint)"
          description={provider.endpointHint}
          autoComplete="off"
          inputMode="url"
          {...placeField('endpoint')}
        />
      )}
      {provider.regionHint && (
        <TextInput
          label="Location of the storage (region)"
          description={`The city or country where it is. ${provider.regionHint}`}
          autoComplete="off"
          {...placeField('region')}
        />
      )}
      <TextInput
        label="Name of your storage space (bucket)"
        description={`A bucket is a folder of your own at the provider. ${provider.bucketHint}`}
        autoComplete="off"
        {...form.field('bucket')}
      />
      <TextInput
        label="Folder (optional)"
        description="Only if the bucket has other files too, for example website-backups."
        autoComplete="off"
        {...form.field('folder')}
      />
      <TextInput
        label="Key name (access key ID)"
        description={`The user name with which this site signs in there. ${provider.keyHint}`}
        autoComplete="off"
        {...form.field('accessKeyId')}
      />
      <SecretInput
        label="Key password (secret access key)"
        isStored={isSecretStored}
        hint={`The password for that user name. ${provider.secretHint} It is stored encrypted.`}
        field={form.field('secretAccessKey')}
      />
    </>
  );
}
