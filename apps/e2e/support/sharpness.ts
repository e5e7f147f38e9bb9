import type { Locator } from '@playwright/test';
import sharp from 'sharp';

/** Photographs an element and returns how steep its edges are: the mean square of the steps between neighbouring pixels. */
export async function measureSharpness(element: Locator): Promise<number> {
  const { data, info } = await sharp(await element.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let index = 1; index < data.length; index++) {
    if (index % info.width > 0) sum += ((data[index] ?? 0) - (data[index - 1] ?? 0)) ** 2;
  }
  return sum / data.length;
}
