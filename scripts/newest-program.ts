import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getNewestTime } from './workspace.mjs';

const root = resolve(import.meta.dirname, '..');

/**
 * Returns a program of an app for tests: the built one, which needs a fraction of the processor time to start, or the
 * source if it was edited after the build.
 *
 * @param source its path in `src`, such as `server.ts`
 */
export function newestProgram(app: 'api' | 'publisher', source: string): string {
  const folder = join(root, 'apps', app);
  const built = join(folder, 'dist', `${basename(source, '.ts')}.js`);
  const packages = ['schema', 'config', 'files', 'object-store'].map((part) => join(root, 'packages', part, 'src'));
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return getNewestTime([join(folder, 'src'), ...packages]) < builtAt ? built : join(folder, 'src', source);
}
