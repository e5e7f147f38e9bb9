import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentItem, itemMetadataSchema } from '@threadline/schema/content/content-item';
import { findDefinition, sectionNames } from '@threadline/schema/content/content-model';
import { z } from 'zod';
import type { Db } from '../platform/db/client.ts';
import { createDraftReader } from './drafts.ts';
import type { ContentQueries } from './queries.ts';
import type { ContentService } from './service.ts';
import type { ItemWrite } from './write-items.ts';

/** `content-seed/<section>.json`: key → value, in page order. */
export const seedFileSchema = z.record(
  z.string(),
  z.strictObject({ value: z.unknown(), metadata: itemMetadataSchema.optional() }),
);

/**
 * Adds items that never existed: everything on a new database, new single items after an update. An existing item is
 * never changed, and an entry that an editor removed is not created again.
 *
 * @returns the number of added items
 */
export function seedContent(content: ContentService, seedDir: string): number {
  const fresh = content.queries.latestRevision() === 0;
  const missing = sectionNames
    .flatMap((section) => readSeed(seedDir, section))
    .filter(({ section, key, isEntry }) => {
      if (content.queries.item(section, key)) return false;
      return fresh || (!isEntry && content.queries.history({ section, key }, { limit: 1 }).history.length === 0);
    });
  if (missing.length > 0)
    content.save(
      missing.map(({ isEntry: _, ...write }) => write),
      null,
      { bulk: true },
    );
  return missing.length;
}

function readSeed(seedDir: string, section: string): (ItemWrite & { isEntry: boolean })[] {
  const file = join(seedDir, `${section}.json`);
  if (!existsSync(file)) return [];
  const seed = seedFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(seed).map(([key, { value, metadata }]) => ({
    section,
    key,
    value,
    metadata,
    isEntry: findDefinition(section, key)?.list !== undefined,
  }));
}

/** The format of `export` and `import`: the working copy, in page order, and the drafts. */
export const contentFileSchema = z.strictObject({
  format: z.literal('threadline-content-1'),
  items: z
    .array(
      z.strictObject({
        section: z.string(),
        key: z.string(),
        value: z.unknown(),
        metadata: itemMetadataSchema.optional(),
      }),
    )
    .min(1),
  drafts: z
    .array(
      z.strictObject({
        section: z.string(),
        key: z.string(),
        value: z.unknown(),
        metadata: itemMetadataSchema,
        /** The copy that is published at a time. */
        schedule: z
          .strictObject({
            at: z.iso.datetime(),
            target: z.string(),
            by: z.strictObject({ id: z.string(), name: z.string() }),
            value: z.unknown(),
            metadata: itemMetadataSchema,
          })
          .optional(),
      }),
    )
    .default([]),
});
export type ContentFile = z.infer<typeof contentFileSchema>;

export function createContentFile(db: Db, queries: Pick<ContentQueries, 'workingCopy'>): ContentFile {
  const pick = ({ section, key, value, metadata }: Exported) => ({ section, key, value, metadata });
  const items = queries.workingCopy().map(pick);
  const reader = createDraftReader(db);
  const scheduled = reader.listScheduled().filter(({ problem }) => problem === null);
  const drafts = reader.listStored().map((draft) => {
    const copy = scheduled.find(({ section, key }) => section === draft.section && key === draft.key);
    if (!copy) return pick(draft);
    const { at, target, byId: id, byName: name, value, metadata } = copy;
    return { ...pick(draft), schedule: { at, target, by: { id, name }, value, metadata } };
  });
  return { format: 'threadline-content-1', items, drafts };
}

type Exported = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;
