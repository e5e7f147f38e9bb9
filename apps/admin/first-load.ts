import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

export const dist = join(import.meta.dirname, 'dist');

/** The page that starts the admin, as the build manifest names it. */
export const entry = 'index.html';

/**
 * The modules that are loaded without user action until a user can sign in, and until a super admin sees the whole
 * dashboard. A browser test checks that nothing else is requested.
 */
export const arrivals = {
  signIn: ['src/features/auth/login-screen.tsx', 'src/features/auth/alternative-sign-in.tsx'],
  dashboard: ['src/layout/shell.tsx', 'src/features/dashboard/dashboard-screen.tsx'],
};

export function readManifest(): Record<string, Chunk> {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The admin is not built: run `npm run build` first.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Returns the scripts of an initial load, as paths below /admin/: those of the page, of these modules, and everything
 * that they import.
 */
export function listScripts(arrival: keyof typeof arrivals): string[] {
  const manifest = readManifest();
  const page = readFileSync(join(dist, entry), 'utf8');
  const files = new Set([...page.matchAll(/<script[^<>]* src="\/admin\/([^"]+)"/g)].map(([, file]) => file ?? ''));
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  for (const name of [entry, ...arrivals[arrival]]) visit(name);
  return [...files].sort();
}
