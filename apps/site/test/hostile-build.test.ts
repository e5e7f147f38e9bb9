import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { expect, inject, test } from 'vitest';
import { loadRenderer } from './load-renderer.ts';

test('no file of a build holds what only the machine that makes it may know [X12]', () => {
  const folder = inject('buildFolder');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(20);
  const holding = files.filter(({ parentPath, name }) => readFileSync(path.join(parentPath, name)).includes('canary-'));
  expect(holding.map(({ name }) => name)).toEqual([]);
});

const payload = '</script><script>evil(1)</script>';

/** Returns the paths of the texts of a value. */
function textPaths(value: unknown, at: string[] = []): string[][] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textPaths(part, [...at, name]));
}

function withPayload(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return `${String(value).slice(0, 8)}${payload}`;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withPayload(copy[name], rest);
  return copy;
}

/** The payload in every text of an item that may hold it. */
function hostile(item: ContentItem): { item: ContentItem; texts: number } {
  const { schema } = findDefinition(item.section, item.key) ?? {};
  let { value } = item;
  let texts = 0;
  for (const at of textPaths(value)) {
    const candidate = withPayload(value, at);
    if (schema?.safeParse(candidate).success !== true) continue;
    value = candidate;
    texts += 1;
  }
  return { item: { ...item, value } as ContentItem, texts };
}

/** Returns the content of the script elements, as a browser parses them. */
const scriptsIn = (html: string) =>
  [...html.replaceAll(/(?<=\s[\w-]+=)"[^"]*"/g, '""').matchAll(/<script\b[^>]*>([\s\S]*?)<\/script/gi)].map(
    ([, code]) => code ?? '',
  );

test('a text that ends a script is text on every page, wherever it is [M9]', async () => {
  const renderer = await loadRenderer();
  const seed = inject('snapshot');
  const changed = seed.items.map(hostile);
  expect(changed.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(seed.items.length / 2);
  const snapshot: Snapshot = { ...seed, items: changed.map(({ item }) => item) };
  const routes = renderer.routes(snapshot).filter((route) => route.endsWith('/'));
  let shown = 0;
  for (const route of routes) {
    const html = new TextDecoder().decode((await renderer.render(route, snapshot)).body);
    shown += html.split('evil(1)').length - 1;
    const scripts = scriptsIn(html);
    expect(
      scripts.filter((code) => code.startsWith('evil(1)')),
      route,
    ).toEqual([]);
    // An attribute that carries it as data is parsed as data.
    for (const code of scripts.filter((each) => each.includes('evil(1)')))
      expect(() => JSON.parse(code), route).not.toThrow();
  }
  expect(shown).toBeGreaterThan(changed.length);
});
