import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

const dist = new URL('../dist/', import.meta.url);
const manifestFile = new URL('.vite/manifest.json', dist);

function readManifest(): Record<string, Chunk> {
  if (!existsSync(manifestFile)) throw new Error('The admin is not built: run `npm run build` first.');
  return JSON.parse(readFileSync(manifestFile, 'utf8'));
}

/** Brotli bytes of all JavaScript that these modules need before they can run. */
function bytesOf(...entries: string[]): number {
  const manifest = readManifest();
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((bytes, file) => bytes + statSync(new URL(`${file}.br`, dist)).size, 0);
}

const entry = 'index.html';
const shell = 'src/shell/shell.tsx';

test('JavaScript to a usable sign-in stays within 120 KB', () => {
  expect(bytesOf(entry, 'src/features/login/login-screen.tsx')).toBeLessThanOrEqual(120_000);
});

test('JavaScript to the dashboard stays within 180 KB', () => {
  expect(bytesOf(entry, shell, 'src/features/dashboard/dashboard-screen.tsx')).toBeLessThanOrEqual(180_000);
});

test('every screen is a bundle of its own, loaded only when somebody goes there', () => {
  const manifest = readManifest();
  const screens = Object.entries(manifest).filter(([name]) => /-screen\.tsx$/.test(name));
  expect(screens.length).toBeGreaterThanOrEqual(11);
  for (const [name, { file }] of screens) {
    expect(manifest[entry]?.dynamicImports).toContain(name);
    expect(file).toMatch(/^static\/js\/[\w-]+\.[\w-]+\.chunk\.js$/);
  }
  const files = screens.map(([, { file }]) => file);
  expect(new Set(files).size).toBe(files.length);
});

test('the order of the style layers is settled before any other style is read', () => {
  const html = readFileSync(new URL('index.html', dist), 'utf8');
  const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  expect(sheets[0]).toBe('/admin/layers.css');
  expect(sheets.length).toBeGreaterThan(1);
  expect(readFileSync(new URL('layers.css', dist), 'utf8')).toContain('@layer base, mantine, app;');
});
