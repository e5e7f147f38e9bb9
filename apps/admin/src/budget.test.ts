import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type arrivals, dist, entry, listScripts, readManifest } from '../first-load.ts';

/** Brotli bytes of all JavaScript that these initial loads request, one after the other. */
function countBytes(...path: (keyof typeof arrivals)[]): number {
  const files = new Set(path.flatMap(listScripts));
  return [...files].reduce((bytes, file) => bytes + statSync(join(dist, `${file}.br`)).size, 0);
}

/** Returns the scripts of a module and of everything that it imports. */
function listChunks(name: string): string[] {
  const manifest = readManifest();
  const seen = new Set<string>();
  const visit = (each: string): void => {
    if (seen.has(each)) return;
    seen.add(each);
    manifest[each]?.imports?.forEach(visit);
  };
  visit(name);
  return [...seen].flatMap((each) => manifest[each]?.file ?? []).filter((file) => file.endsWith('.js'));
}

test('JavaScript until sign-in is at most 120 KB', () => {
  expect(listScripts('signIn')).toContain('scheme.js');
  expect(countBytes('signIn')).toBeLessThanOrEqual(120_000);
});

test('JavaScript for sign-in and the dashboard is at most 180 KB', () => {
  expect(countBytes('signIn', 'dashboard')).toBeLessThanOrEqual(180_000);
});

test('the text editor is loaded on demand and adds at most 160 KB', () => {
  const manifest = readManifest();
  const name = 'src/features/content/rich-text/rich-text-editor.tsx';
  const editor = manifest[name];
  const present = new Set(listScripts('dashboard').concat(listChunks('src/features/content/list/content-screen.tsx')));
  expect(present).not.toContain(editor?.file);
  const added = listChunks(name).filter((file) => !present.has(file));
  const bytes = added.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(160_000);
});

test('every screen is a bundle of its own, loaded only on navigation', () => {
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

test('every bundle is called static/js/{id}.{hash}.chunk.js, and none measures web vitals', () => {
  const folder = join(dist, 'static/js');
  const scripts = readdirSync(folder).filter((file) => !/\.(?:br|gz)$/.test(file));
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts) {
    expect(script).toMatch(/^[\w.-]+\.[\w-]{8}\.chunk\.js$/);
    const code = readFileSync(join(folder, script), 'utf8');
    expect(code, script).not.toMatch(/sendBeacon|web-vitals|largest-contentful-paint|layout-shift/);
  }
});

test('the reset comes before the styles of Mantine, so that these win', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="\/admin\/([^"]+)"/g)].map(
    ([, file]) => file ?? '',
  );
  const styles = sheets.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
  expect(styles).toContain('@layer base');
  expect(styles.indexOf('@layer base')).toBeLessThan(styles.indexOf('@layer mantine'));
});
