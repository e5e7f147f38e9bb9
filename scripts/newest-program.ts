import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getNewestTime } from './workspace.mjs';

const root = resolve(import.meta.dirname, '..');

/**
 * Returns a publisher program for tests: the built one, which starts in a third of the time, or the source if it was
 * edited after the build.
 */
export function newestProgram(name: 'server' | 'hash-pages'): string {
  const app = join(root, 'apps/publisher');
  const built = join(app, 'dist', `${name}.js`);
  const packages = ['schema', 'config', 'files'].map((part) => join(root, 'packages', part, 'src'));
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return getNewestTime([join(app, 'src'), ...packages]) < builtAt ? built : join(app, 'src', `${name}.ts`);
}
