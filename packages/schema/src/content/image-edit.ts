import { z } from 'zod';

export interface Size {
  width: number;
  height: number;
}

/** A smaller picture would be blurred wherever the site shows it. */
export const minCropSide = 100;

const pixels = z.number().int({ error: 'Use whole pixels.' }).min(0, { error: 'Use 0 or more.' });
const side = z
  .number()
  .int({ error: 'Use whole pixels.' })
  .min(minCropSide, { error: `Make the picture at least ${minCropSide} × ${minCropSide} pixels.` });

/** A rectangle in pixels of the rotated picture. */
export const cropSchema = z.strictObject({ x: pixels, y: pixels, width: side, height: side });
export type Crop = z.infer<typeof cropSchema>;

/** How an image is made from its original: turned clockwise by degrees, then cropped. */
export const imageEditSchema = z.strictObject({
  rotation: z.literal([0, 90, 180, 270], { error: 'Turn by 0, 90, 180 or 270 degrees.' }),
  crop: cropSchema.nullable(),
});
export type ImageEdit = z.infer<typeof imageEditSchema>;
export type Rotation = ImageEdit['rotation'];

export const noEdit: ImageEdit = { rotation: 0, crop: null };

export function isSameEdit(one: ImageEdit, other: ImageEdit): boolean {
  if (one.rotation !== other.rotation) return false;
  if (!one.crop || !other.crop) return one.crop === other.crop;
  const { x, y, width, height } = other.crop;
  return one.crop.x === x && one.crop.y === y && one.crop.width === width && one.crop.height === height;
}

export function getRotatedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns why an edit does not fit an original of this size; undefined if it does. */
export function findEditError(original: Size, { rotation, crop }: ImageEdit): string | undefined {
  if (!crop) return undefined;
  const bounds = getRotatedSize(original, rotation);
  const fits = crop.x + crop.width <= bounds.width && crop.y + crop.height <= bounds.height;
  return fits ? undefined : `The crop exceeds the picture, which has ${bounds.width} × ${bounds.height} pixels.`;
}

interface Point {
  x: number;
  y: number;
}

/** Turns a point of a picture clockwise with it. */
function rotatePoint({ x, y }: Point, { width, height }: Size, rotation: Rotation): Point {
  if (rotation === 90) return { x: height - y, y: x };
  if (rotation === 180) return { x: width - x, y: height - y };
  if (rotation === 270) return { x: y, y: width - x };
  return { x, y };
}

/** Turns a crop by 90 degrees clockwise with its picture, which has the size `bounds` before. */
export function rotateCrop({ x, y, width, height }: Crop, bounds: Size): Crop {
  return { x: bounds.height - y - height, y: x, width: height, height: width };
}

/** Returns the opposite rotation. */
function invertRotation(rotation: Rotation): Rotation {
  return rotation === 90 ? 270 : rotation === 270 ? 90 : rotation;
}

/** Returns the focal point, in percent, at the same place of the picture after another edit, or at the nearest one left. */
export function moveFocus(focus: Point, original: Size, { from, to }: { from: ImageEdit; to: ImageEdit }): Point {
  const [before, after] = [from, to].map((edit) => getRotatedSize(original, edit.rotation)) as [Size, Size];
  const shown = from.crop ?? { x: 0, y: 0, ...before };
  const inRotated = { x: shown.x + (focus.x / 100) * shown.width, y: shown.y + (focus.y / 100) * shown.height };
  const upright = rotatePoint(inRotated, before, invertRotation(from.rotation));
  const { x, y } = rotatePoint(upright, original, to.rotation);
  const next = to.crop ?? { x: 0, y: 0, ...after };
  const toPercent = (distance: number, length: number) =>
    Math.min(100, Math.max(0, Math.round((distance / length) * 100)));
  return { x: toPercent(x - next.x, next.width), y: toPercent(y - next.y, next.height) };
}
