import { readdirSync, readFileSync } from 'node:fs';
import { artNames, isArtName } from '@threadline/schema/primitives/art';
import { expect, test } from 'vitest';
import { renderThumbnail, thumbnailFolder } from './thumbnails.ts';

test("the admin's picker has a current thumbnail of every drawing", () => {
  const files = Object.fromEntries(
    readdirSync(thumbnailFolder).map((file) => [file, readFileSync(new URL(file, thumbnailFolder), 'utf8')]),
  );
  const wanted = Object.fromEntries(
    Object.keys(artNames)
      .filter(isArtName)
      .map((name) => [`${name}.svg`, renderThumbnail(name)]),
  );
  expect(files, 'run `node packages/artwork/src/make-pictures.ts`').toEqual(wanted);
});
