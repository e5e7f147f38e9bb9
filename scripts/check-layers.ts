/**
 * Checks the module boundaries of each app against `layers.json`: a module imports only modules that are listed above
 * it, so no import cycle can form, and only their public files. `npm run check` runs it; it prints one sentence per
 * error.
 */
import { posix } from 'node:path';
import layers from './layers.json' with { type: 'json' };
import { listFiles, readText, report } from './source-files.ts';

/** Files in the root of the sources that every module may import, and modules from the lowest to the highest. */
export interface Layers {
  shared: readonly string[];
  /** Module → its public files; "*" makes all of them public. */
  modules: Readonly<Record<string, '*' | readonly string[]>>;
}

/**
 * Returns a sentence for each import that crosses a boundary, each unlisted module, and each file that is needlessly
 * listed as public.
 *
 * @param files path below the sources → text; without tests, which may import anything
 */
export function findLayerMistakes(files: ReadonlyMap<string, string>, { shared, modules }: Layers): string[] {
  const order = Object.keys(modules);
  const mistakes = new Set<string>();
  const unused = new Set(
    Object.entries(modules).flatMap(([module, files]) =>
      files === '*' ? [] : files.map((file) => `${module}/${file}`),
    ),
  );

  function checkImport(file: string, target: string): void {
    const [importer, imported] = [findModule(file, order), findModule(target, order)];
    if (importer === imported) return;
    if (imported === undefined) {
      if (importer !== undefined && !shared.includes(target))
        mistakes.add(`${file} imports ${target}, which belongs to no module. List it as shared, or move it.`);
      return;
    }
    unused.delete(target);
    if (importer === undefined) return;
    if (order.indexOf(imported) > order.indexOf(importer))
      mistakes.add(`${file} imports ${target}, but ${imported} is a higher module than ${importer}.`);
    const published = modules[imported];
    if (published !== '*' && !published?.includes(target.slice(imported.length + 1)))
      mistakes.add(`${file} imports ${target}, which is not a public file of ${imported}.`);
  }

  for (const [file, text] of files) {
    const folder = posix.dirname(file);
    if (folder !== '.' && findModule(file, order) === undefined)
      mistakes.add(`${file} is in no module of scripts/layers.json. Add its folder.`);
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.{1,2}\/[^']+)'/g)) {
      const target = posix.join(folder, specifier);
      if (!target.startsWith('..')) checkImport(file, target);
    }
  }
  for (const file of unused) mistakes.add(`${file} is listed as public, but no other module imports it.`);
  return [...mistakes];
}

/** The longest name wins, so that `features/content` may have modules of its own. */
function findModule(file: string, order: readonly string[]): string | undefined {
  return order.filter((module) => file.startsWith(`${module}/`)).sort((one, other) => other.length - one.length)[0];
}

function readSources(folder: string): Map<string, string> {
  const files = listFiles([folder]).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  return new Map(files.map((file) => [file.slice(folder.length + 1), readText(file)]));
}

if (import.meta.main) {
  for (const [folder, rules] of Object.entries(layers as Record<string, Layers>))
    report(findLayerMistakes(readSources(folder), rules).map((mistake) => `${folder}: ${mistake}`));
}
