import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createDraftSchedule } from '../content/draft-schedule.ts';
import { createDrafts } from '../content/drafts.ts';
import { createContentQueries } from '../content/queries.ts';
import { type ContentFile, contentFileSchema, createContentFile } from '../content/seed.ts';
import { type ContentService, createContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { createPublishing } from '../publishing/service.ts';
import { listEndpoints, publisherEndpoint } from '../publishing/webhooks/deliveries.ts';
import { CliError, defineCommand, requireDatabase } from './command.ts';

export const exportCommand = defineCommand({
  usage: 'export <file>',
  summary: 'Writes the content as JSON; "-" writes to standard output.',
  missingArgument: 'Name the file to write, or "-".',
  run({ argument }, context) {
    requireDatabase(context);
    const { db } = context.deps();
    const file = createContentFile(db, createContentQueries(db));
    const json = formatJson(file, context.onProgress);
    if (argument === '-') {
      context.print(json);
      return;
    }
    const target = resolve(argument);
    const drafts = file.drafts.length;
    writeFileSync(target, `${json}\n`);
    context.print(`${target}: ${file.items.length} items${drafts > 0 ? `, ${formatDrafts(drafts)}` : ''}.`);
  },
});

export const importCommand = defineCommand({
  usage: 'import <file>',
  summary:
    'Saves the items of an exported file, all or none. Other items and drafts stay; older texts stay in the history.',
  missingArgument: 'Name the file to read.',
  run({ argument }, context) {
    const { items, drafts } = readContentFile(resolve(argument));
    requireDatabase(context);
    const deps = context.deps();
    // The server sends the deliveries within a minute.
    const publishing = createPublishing(deps, listEndpoints(deps.config));
    const content = createContentService(deps, createContentQueries(deps.db), publishing);
    const count = createProgressCounter(context.onProgress, { name: 'Saving', unit: 'items', total: items.length });
    const saved = content.save(items, null, { bulk: true, onItem: () => count(1) });
    context.print(
      saved.items.length === 0
        ? 'Nothing to import: all items are saved already.'
        : `${saved.items.length} of ${items.length} items changed; this is revision ${saved.revision}.`,
    );
    if (drafts.length === 0) return;
    const { added, scheduled } = importDrafts(deps, content, drafts);
    context.print(`${formatDrafts(added)} added${scheduled > 0 ? `, ${scheduled} of them with a schedule` : ''}.`);
  },
});

export const publishCommand = defineCommand({
  usage: 'publish',
  summary: 'Requests the publisher to publish the saved content again, also after a failure.',
  run(_input, context) {
    requireDatabase(context);
    const publishing = createPublishing(context.deps(), [publisherEndpoint]);
    const { revision } = publishing.targetRevision();
    if (revision === 0) throw new CliError('There is no saved content yet.');
    publishing.retry();
    context.print(`The publisher was requested to publish revision ${revision} again.`);
  },
});

const formatDrafts = (count: number) => `${count} ${count === 1 ? 'draft' : 'drafts'}`;

/** Adds the drafts of items that have none here, with the schedules whose time is still to come. Returns how many. */
function importDrafts(deps: Deps, content: ContentService, imported: ContentFile['drafts']) {
  const drafts = createDrafts(deps);
  // The server reads the schedules every minute.
  const schedule = createDraftSchedule(deps, content, () => undefined);
  const added = imported.filter((draft) => drafts.find(draft) === null);
  let scheduled = 0;
  for (const { schedule: copy, ...draft } of added) {
    const { section, key } = draft;
    const baseVersion = content.queries.item(section, key)?.version ?? null;
    const save = (text: Pick<typeof draft, 'value' | 'metadata'>, version?: number) =>
      drafts.save({ section, key, value: text.value, metadata: text.metadata, baseVersion, version }, null).version;
    if (!copy || copy.at <= deps.now().toISOString()) {
      save(draft);
      continue;
    }
    // The draft may have changed since its schedule was set.
    const version = save(copy);
    const { at, target, by, metadata } = copy;
    schedule.set({ section, key, at, version, target, unlisted: metadata.unlisted }, by);
    if (!isDeepStrictEqual([copy.value, copy.metadata.title], [draft.value, draft.metadata.title]))
      save(draft, version);
    scheduled += 1;
  }
  return { added: added.length, scheduled };
}

/** Returns what `JSON.stringify` returns, but item by item, for the progress. */
function formatJson({ format, items, drafts }: ContentFile, onProgress: OnProgress): string {
  const count = createProgressCounter(onProgress, { name: 'Writing', unit: 'items', total: items.length });
  const formatItem = (item: object) => JSON.stringify(item, null, 2).replace(/^/gm, '    ');
  const lines = items.map((item) => {
    count(1);
    return formatItem(item);
  });
  const lists = { items: lines, ...(drafts.length > 0 && { drafts: drafts.map(formatItem) }) };
  const parts = Object.entries(lists).map(([name, list]) => `  "${name}": [\n${list.join(',\n')}\n  ]`);
  return `{\n  "format": ${JSON.stringify(format)},\n${parts.join(',\n')}\n}`;
}

function readContentFile(path: string): ContentFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new CliError(`${path}: ${reason}.`);
  }
  const parsed = contentFileSchema.safeParse(json);
  if (!parsed.success) throw new CliError(`${path} was not written by the command "export".`);
  return parsed.data;
}
