import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition, itemType, sectionNames } from '@threadline/schema/content/content-model';
import { type Snapshot, snapshotSchema } from '@threadline/schema/content/snapshot';
import { z } from 'zod';
import type { SiteConfig } from '../config.ts';

type Source = Pick<SiteConfig, 'contentUrl' | 'seedFolder' | 'siteUrl' | 'apiUrl'>;

/** Seed content has no history: one fixed day keeps builds of the same seed identical. */
const seedUpdatedAt = '2026-01-01T00:00:00.000Z';

const seedSectionSchema = z.record(
  z.string(),
  z.strictObject({ value: z.unknown(), metadata: z.record(z.string(), z.unknown()).optional() }),
);

/**
 * The content that a static build prerenders: what is live at `contentUrl`, or the seed.
 * @throws Error when the API does not answer or the seed cannot be read
 */
export async function loadSnapshot(source: Source): Promise<Snapshot> {
  const snapshot = source.contentUrl ? await fetchSnapshot(source.contentUrl) : await readSeed(source.seedFolder);
  return {
    ...snapshot,
    siteUrl: source.siteUrl ?? snapshot.siteUrl,
    apiUrl: source.apiUrl ?? snapshot.apiUrl,
  };
}

async function fetchSnapshot(contentUrl: string): Promise<Snapshot> {
  const url = `${contentUrl}/api/snapshot`;
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`CONTENT_URL: ${url} cannot be reached (${describeCause(error)}).`);
  });
  if (!response.ok)
    throw new Error(`CONTENT_URL: ${url} answered ${response.status}; the site cannot be built without its content.`);
  const snapshot = snapshotSchema.safeParse(await response.json().catch(() => undefined));
  if (snapshot.success) return snapshot.data;
  throw new Error(`CONTENT_URL: ${url} does not answer with the content of a site of this version.`);
}

/** Returns why a `fetch` has failed: its own message is "fetch failed". */
function describeCause({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}

async function readSeed(folder: string): Promise<Snapshot> {
  const items: ContentItem[] = [];
  for (const section of sectionNames) {
    const file = path.join(folder, `${section}.json`);
    const entries = seedSectionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    for (const [key, { value, metadata = {} }] of Object.entries(entries)) {
      const definition = findDefinition(section, key);
      if (!definition) throw new Error(`${file} holds ${key}, which is not part of the content model.`);
      items.push({
        section,
        key,
        value,
        type: itemType(definition),
        metadata,
        position: items.length,
        version: 1,
        updatedAt: seedUpdatedAt,
        updatedBy: null,
      });
    }
  }
  return { revision: 0, siteUrl: 'http://localhost:3000', apiUrl: '', mediaUrl: '', items, images: {} };
}
