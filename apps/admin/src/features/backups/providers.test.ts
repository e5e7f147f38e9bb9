import { backupLocationChangeSchema } from '@threadline/schema/wire/backup-location';
import { expect, test } from 'vitest';
import { findProvider, type ProviderId, providers, type ServicePlace } from './providers.ts';

test.each<[ProviderId, ServicePlace, ServicePlace]>([
  [
    'amazon-s3',
    { endpoint: '', region: 'ap-south-1' },
    { endpoint: 'https://s3.ap-south-1.amazonaws.com', region: 'ap-south-1' },
  ],
  [
    'cloudflare-r2',
    { endpoint: 'https://0123.r2.cloudflarestorage.com/mills-backups', region: '' },
    { endpoint: 'https://0123.r2.cloudflarestorage.com', region: 'auto' },
  ],
  [
    'backblaze-b2',
    { endpoint: 's3.us-west-004.backblazeb2.com', region: '' },
    { endpoint: 'https://s3.us-west-004.backblazeb2.com', region: 'us-west-004' },
  ],
  [
    'wasabi',
    { endpoint: '', region: 'ap-southeast-1' },
    { endpoint: 'https://s3.ap-southeast-1.wasabisys.com', region: 'ap-southeast-1' },
  ],
  [
    'other',
    { endpoint: 'S3.example.org:9000', region: 'us-east-1' },
    { endpoint: 'https://s3.example.org:9000', region: 'us-east-1' },
  ],
])(
  '%s: what follows from the entered value is filled in, and the stored place shows its provider',
  (id, entered, stored) => {
    const values = { bucket: 'mills-backups', folder: '', accessKeyId: 'key', ...providers[id].complete(entered) };
    const { endpoint, region } = backupLocationChangeSchema.parse(values);
    expect({ endpoint, region }).toEqual(stored);
    expect(findProvider(stored)).toBe(id);
  },
);

test('a place that the form of a provider could not show is that of another provider', () => {
  expect(findProvider({ endpoint: 'https://s3.dualstack.ap-south-1.amazonaws.com', region: 'ap-south-1' })).toBe(
    'other',
  );
  expect(findProvider({ endpoint: 'https://0123.r2.cloudflarestorage.com', region: 'eu' })).toBe('other');
});

test.each(Object.entries(providers))('%s: a value that follows from nothing has a field', (_, provider) => {
  const { endpoint, region } = provider.complete({ endpoint: 'https://entered.example', region: 'entered' });
  expect(region === 'entered').toBe(provider.regionHint !== undefined);
  expect(endpoint === 'https://entered.example').toBe(provider.endpointHint !== undefined);
});

test.each([
  ['cloudflare-r2', 'S3 API', 'Access Key ID', 'Secret Access Key'],
  ['backblaze-b2', 'Endpoint', 'keyID', 'applicationKey'],
] as const)('%s: each field names what the provider calls it', (id, endpoint, key, secret) => {
  expect(providers[id].endpointHint).toContain(endpoint);
  expect(providers[id].keyHint).toContain(key);
  expect(providers[id].secretHint).toContain(secret);
});
