import { artNames } from '@threadline/schema/primitives/art';
import { expect, test } from 'vitest';
import { getArtFile, hasArtFile } from '../art-files.ts';
import { noBrand } from '../svg-file.ts';

const covers = Object.keys(artNames)
  .filter(hasArtFile)
  .filter((name) => name.startsWith('cover-'));

test.each(covers)('%s shows its subject in a box of any shape, and fills it', (name) => {
  const { svg, width, height } = getArtFile(name, noBrand);
  // `slice` would cut off the sides of a tall box, and the top and bottom of a low one.
  expect(/preserveAspectRatio="(\S+ meet)"/.exec(svg)).not.toBeNull();
  const [, x, y, groundWidth, groundHeight] = /<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/.exec(svg) ?? [];
  // The lowest place is a strip on a phone, the narrowest a side card whose text is long.
  const [lowest, narrowest] = [2.5, 0.4];
  const aside = (height * lowest - width) / 2;
  const above = width / narrowest - height;
  expect(Number(x)).toBeLessThan(-aside);
  expect(Number(x) + Number(groundWidth)).toBeGreaterThan(width + aside);
  expect(Number(y)).toBeLessThan(-above);
  expect(Number(y) + Number(groundHeight)).toBeGreaterThan(height + above);
});
