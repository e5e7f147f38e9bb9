import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** The packages that are part of the built program. */
const packages = ['packages/schema/src', 'packages/config/src', 'packages/files/src'];

/**
 * Returns the program of the publisher that a test should start: the built one, which starts in a third of the time,
 * unless a source file is newer; otherwise the source, so that tests need no build.
 */
export function newestProgram(name: 'server' | 'hash-pages'): string {
  const app = join(root, 'apps/publisher');
  const built = join(app, 'dist', `${name}.js`);
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [join(app, 'src'), ...packages.map((folder) => join(root, folder))];
  return sources.every((folder) => newestIn(folder) < builtAt) ? built : join(app, 'src', `${name}.ts`);
}

function newestIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
}
