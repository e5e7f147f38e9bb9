import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStore } from '@threadline/object-store/object-store';
import { livePointerSchema, type ReleaseManifest, releaseManifestSchema } from '@threadline/schema/wire/release';
import { onTestFinished } from 'vitest';

/** Reads what a store shows to visitors. @throws Error if anything that the pointer leads to is missing */
export async function readShownRelease(
  store: ObjectStore,
): Promise<{ id: string; files: Record<string, string> } | undefined> {
  const pointer = await store.get('live.json');
  if (!pointer) return undefined;
  const { id } = livePointerSchema.parse(readJson(pointer));
  const manifest = await readManifest(store, id);
  const files: Record<string, string> = {};
  for (const [path, { sha256, encodings }] of Object.entries(manifest.files)) {
    files[path] = (await readBlob(store, sha256)).toString('base64');
    if (encodings.br) await readBlob(store, encodings.br.sha256);
  }
  return { id, files };
}

/** Serves what a store shows, at the address of its visitors. */
export async function serveStore(store: ObjectStore): Promise<string> {
  const server = createServer(async (request, reply) => {
    try {
      const pointer = await store.get('live.json');
      const manifest = pointer && (await readManifest(store, livePointerSchema.parse(readJson(pointer)).id));
      const file = manifest?.files[request.url ?? ''];
      if (!file) reply.writeHead(404).end();
      else reply.end(await readBlob(store, file.sha256));
    } catch {
      reply.writeHead(500).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readManifest(store: ObjectStore, id: string): Promise<ReleaseManifest> {
  const found = await store.get(`manifests/${id}.json`);
  if (!found) throw new Error(`The manifest of ${id} is missing.`);
  return releaseManifestSchema.parse(readJson(found));
}

async function readBlob(store: ObjectStore, sha256: string): Promise<Buffer> {
  const found = await store.get(`blobs/${sha256}`);
  if (!found) throw new Error(`The blob ${sha256} is missing.`);
  return Buffer.from(found);
}

function readJson(body: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}
