import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestBucket } from '../test/test-bucket.ts';
import { downloadFile, uploadFile } from './large-files.ts';
import { openObjectStore } from './object-store.ts';
import { parseStoreUrl } from './store-url.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const open = async () => openObjectStore(parseStoreUrl(await createTestBucket('/folder')));
const sha256 = (body: Uint8Array) => createHash('sha256').update(body).digest('hex');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'large-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

testWithStore.each([0, 1000, 16 * 1024 * 1024, 70_000_001])(
  'a file of %d bytes is uploaded and downloaded unchanged',
  async (size) => {
    const store = await open();
    const [path, target] = ['source', 'target'].map((name) => join(newFolder(), name)) as [string, string];
    const body = randomBytes(size);
    writeFileSync(path, body);
    const facts = { bytes: size, sha256: sha256(body) };
    let sent = 0;
    await uploadFile(
      store,
      { key: 'a/b.db', path, sha256: facts.sha256 },
      {
        onBytes(more) {
          sent += more;
        },
      },
    );
    expect(sent).toBe(size);
    expect(await store.describe('a/b.db')).toEqual(facts);
    expect(await downloadFile(store, { key: 'a/b.db', path: target })).toEqual(facts);
    expect(Buffer.compare(readFileSync(target), body)).toBe(0);
  },
);

testWithStore('an upload that is cancelled leaves no object and no parts', async () => {
  const store = await open();
  const path = join(newFolder(), 'source');
  const body = randomBytes(70_000_000);
  writeFileSync(path, body);
  const cancelled = new AbortController();
  const onBytes = () => cancelled.abort(new Error('Stopped.'));
  const upload = uploadFile(store, { key: 'big', path, sha256: sha256(body) }, { signal: cancelled.signal, onBytes });
  await expect(upload).rejects.toThrow('Stopped.');
  expect(await store.describe('big')).toBeUndefined();
  const { body: uploads } = await store.request('GET', '', { query: '?uploads=' });
  expect(new TextDecoder().decode(uploads)).not.toContain('<UploadId>');
});

testWithStore('a missing object is not downloaded', async () => {
  const path = join(newFolder(), 'target');
  expect(await downloadFile(await open(), { key: 'never', path })).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
