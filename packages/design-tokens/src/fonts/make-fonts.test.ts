import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeFonts } from './make-fonts.ts';

test('the committed font files are built from the current typefaces and character lists', async () => {
  for (const [name, font] of await makeFonts()) {
    const committed = await readFile(new URL(name, import.meta.url));
    expect(committed.equals(font), name).toBe(true);
  }
});
