import { randomUUID } from 'node:crypto';
import { openObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import type { StoreLocation } from '@threadline/object-store/store-url';
import type { BackupLocationCheck } from '@threadline/schema/wire/backup-location';
import { findConnectionCause } from '../platform/connection-cause.ts';
import { ArchiveError } from './manifest.ts';
import { listOffSite, refuseOtherSite } from './off-site.ts';

/** People wait for the outcome. */
const storeSettings = { timeoutMs: 5000, attempts: 2 };

/** The permissions that the key needs, as the end of a sentence. Deleting is not one of them. */
type Step = 'write' | 'read' | 'list';
const permissions: Record<Step, string> = {
  write: 'write files',
  read: 'read files',
  list: 'list files',
};

/**
 * Writes, reads, lists and removes a small file, and looks for backups of another site.
 *
 * @param site as in a manifest
 */
export async function checkLocation(location: StoreLocation, site: string): Promise<BackupLocationCheck> {
  const store = openObjectStore(location, storeSettings);
  const { host } = new URL(location.endpoint);
  const key = `connection-check-${randomUUID()}.txt`;
  const text = 'This file tests the connection. It can be removed.';
  let step: Step = 'write';
  let isWritten = false;
  try {
    await store.put(key, text, { contentType: 'text/plain', cacheControl: 'no-store' });
    isWritten = true;
    step = 'read';
    const found = new TextDecoder().decode(await store.get(key));
    // Any other website may accept the request as well.
    if (found !== text) return failed(`${host} does not answer like a storage service. ${checkAddress}`);
    step = 'list';
    const backups = await listOffSite(store);
    await refuseOtherSite(store, site, backups);
    const isRemoved = await store.delete(key).then(
      () => true,
      () => false,
    );
    isWritten = false;
    return { ok: true, detail: describeSuccess({ isRemoved, backups: backups.length }) };
  } catch (error) {
    if (error instanceof ArchiveError) return failed(error.message);
    if (error instanceof ObjectStoreError) return failed(explain(error, { location, host, step }));
    throw error;
  } finally {
    if (isWritten) await store.delete(key).catch(() => undefined);
  }
}

const failed = (detail: string): BackupLocationCheck => ({ ok: false, detail });
const checkAddress = 'Check the provider, the address and the region.';

function describeSuccess({ isRemoved, backups }: { isRemoved: boolean; backups: number }): string {
  return [
    isRemoved
      ? 'The connection works: a test file was written, read and deleted.'
      : 'The connection works: a test file was written and read. The access key may not delete files, so old backups stay there and may cost money.',
    ...(backups > 0 ? [`Backups of this site that are already there: ${backups}.`] : []),
  ].join(' ');
}

interface Attempt {
  location: StoreLocation;
  host: string;
  step: Step;
}

/** Explains a failure in terms of the fields of the form. */
function explain({ fault, code = '' }: ObjectStoreError, attempt: Attempt): string {
  const { location, host } = attempt;
  switch (fault) {
    case 'unauthorized':
      return explainRefusal(code, attempt);
    case 'missing-bucket':
      return `There is no bucket with the name ${location.bucket} at ${host}. Check the name and the region.`;
    case 'region':
      return `The bucket ${location.bucket} is not in the region ${location.region}. Check the region.`;
    case 'clock':
      return `${host} refuses this server because its clock is wrong. The server’s administrator has to correct the time.`;
    case 'full':
      return `The storage at ${host} is full. Make room there, or choose a larger plan.`;
    case 'unavailable':
      return explainConnection(code, host);
    default:
      return `${host} did not accept the test file (${code || fault}). Check the access key and the other fields.`;
  }
}

function explainRefusal(code: string, { location, host, step }: Attempt): string {
  if (/^(?:InvalidAccessKeyId|MalformedAccessKeyId)$/.test(code))
    return `${host} does not know this access key ID. Check it, and the provider.`;
  if (code === 'SignatureDoesNotMatch')
    return 'The secret access key does not belong to this access key ID. Copy both again from your provider.';
  if (code === 'AccessDenied')
    return `The access key may not ${permissions[step]} in the bucket ${location.bucket}. At your provider, allow it to list, read and write there.`;
  return `${host} refused the access key (${code}). Check the access key ID and the secret access key.`;
}

function explainConnection(code: string, host: string): string {
  switch (findConnectionCause(code)) {
    case 'unknown-host':
      return `${host} cannot be reached: no server was found by this name. Check the address. If it is right, ask the person who runs your website.`;
    case 'connection-refused':
      return `${host} does not accept connections. ${checkAddress}`;
    case 'no-answer':
      return `${host} did not answer. ${checkAddress} If they are right, try again in a few minutes.`;
    case 'encryption':
      return `${host} refused an encrypted connection. Check the address.`;
    case 'certificate':
      return `The connection is not secure: the certificate of ${host} is not valid for this name. Check the address.`;
    default:
      return `${host} has a problem at the moment (${code}). Try again in a few minutes.`;
  }
}
