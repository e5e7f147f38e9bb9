import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeFonts } from './make-fonts.ts';

test('the committed font files are what the typefaces and the lists of characters give', async () => {
  for (const [name, font] of await makeFonts()) {
    const committed = await readFile(new URL(name, import.meta.url));
    expect(committed.equals(font), name).toBe(true);
  }
});
