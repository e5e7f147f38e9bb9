import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ContentFile, contentFile, contentFileSchema } from '../content/content-file.ts';
import { createContentQueries } from '../content/queries.ts';
import { createContentService } from '../content/service.ts';
import { countUp, type TellProgress } from '../platform/progress.ts';
import { createPublishing } from '../publishing/service.ts';
import { CliError, type Command, requireDatabase } from './command.ts';

export const exportCommand: Command = {
  usage: 'export <file>',
  summary: 'Writes the content as JSON; "-" writes to standard output.',
  run([target, ...more], context) {
    if (!target || more.length > 0) throw new CliError('Name the file to write, or "-".', 2);
    requireDatabase(context);
    const file = contentFile(createContentQueries(context.deps().db));
    const json = jsonOf(file, context.tell);
    if (target === '-') {
      context.print(json);
      return 0;
    }
    writeFileSync(resolve(target), `${json}\n`);
    context.print(`${resolve(target)}: ${file.items.length} items.`);
    return 0;
  },
};

export const importCommand: Command = {
  usage: 'import <file>',
  summary: 'Saves the items of an exported file, all or none. Other items stay; older texts stay in the history.',
  run([source, ...more], context) {
    if (!source || more.length > 0) throw new CliError('Name the file to read.', 2);
    const { items } = read(resolve(source));
    requireDatabase(context);
    const deps = context.deps();
    // The publisher itself polls; only the receivers beside it have to be told.
    const publishing = createPublishing(
      deps,
      deps.config.webhook.receivers.map(({ url }) => url),
    );
    const content = createContentService(deps, createContentQueries(deps.db), publishing);
    const onItem = countUp(context.tell, { name: 'Saving', unit: 'items', total: items.length });
    const saved = content.save(items, null, { bulk: true, onItem: () => onItem(1) });
    context.print(
      saved.items.length === 0
        ? 'Everything was there already.'
        : `${saved.items.length} of ${items.length} items changed; this is revision ${saved.revision}.`,
    );
    return 0;
  },
};

/** As `JSON.stringify` writes it, item by item. */
function jsonOf({ format, items }: ContentFile, tell: TellProgress): string {
  const written = countUp(tell, { name: 'Writing', unit: 'items', total: items.length });
  const lines = items.map((item) => {
    written(1);
    return JSON.stringify(item, null, 2).replace(/^/gm, '    ');
  });
  return `{\n  "format": ${JSON.stringify(format)},\n  "items": [\n${lines.join(',\n')}\n  ]\n}`;
}

function read(path: string): ContentFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new CliError(`${path}: ${reason}.`);
  }
  const parsed = contentFileSchema.safeParse(json);
  if (!parsed.success) throw new CliError(`${path} is not a file that "export" has written.`);
  return parsed.data;
}
