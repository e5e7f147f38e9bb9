import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

export type Renderer = typeof import('../src/renderer/entry.ts');

/** The compiled bundle, as the publisher imports it. */
export async function loadRenderer(): Promise<Renderer> {
  return import(pathToFileURL(path.join(inject('buildFolder'), 'renderer/server/entry.mjs')).href);
}
