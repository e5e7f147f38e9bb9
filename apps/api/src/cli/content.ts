import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContentQueries } from '../content/queries.ts';
import { type ContentFile, contentFileSchema, createContentFile } from '../content/seed.ts';
import { createContentService } from '../content/service.ts';
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
    const file = createContentFile(createContentQueries(context.deps().db));
    const json = formatJson(file, context.onProgress);
    if (argument === '-') {
      context.print(json);
      return;
    }
    const target = resolve(argument);
    writeFileSync(target, `${json}\n`);
    context.print(`${target}: ${file.items.length} items.`);
  },
});

export const importCommand = defineCommand({
  usage: 'import <file>',
  summary: 'Saves the items of an exported file, all or none. Other items stay; older texts stay in the history.',
  missingArgument: 'Name the file to read.',
  run({ argument }, context) {
    const { items } = readContentFile(resolve(argument));
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

/** Returns what `JSON.stringify` returns, but item by item, for the progress. */
function formatJson({ format, items }: ContentFile, onProgress: OnProgress): string {
  const count = createProgressCounter(onProgress, { name: 'Writing', unit: 'items', total: items.length });
  const lines = items.map((item) => {
    count(1);
    return JSON.stringify(item, null, 2).replace(/^/gm, '    ');
  });
  return `{\n  "format": ${JSON.stringify(format)},\n  "items": [\n${lines.join(',\n')}\n  ]\n}`;
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
