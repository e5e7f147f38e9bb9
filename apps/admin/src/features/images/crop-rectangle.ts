import { type Crop, minCropSide, rotateCrop, type Size } from '@threadline/schema/content/image-edit';

/** The sides that a handle moves; all four move the whole crop. */
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'all';

interface Limits {
  bounds: Size;
  /** Width divided by height; undefined if both are free. */
  ratio: number | undefined;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

/** Returns the largest crop of an aspect ratio: in the middle of the picture, or where CSS shows a focal point in percent. */
export function createCrop({ bounds, ratio }: Limits, focus = { x: 50, y: 50 }): Crop {
  const width = ratio ? Math.min(bounds.width, Math.round(bounds.height * ratio)) : bounds.width;
  const height = ratio ? Math.min(bounds.height, Math.round(width / ratio)) : bounds.height;
  return {
    x: Math.floor(((bounds.width - width) * focus.x) / 100),
    y: Math.floor(((bounds.height - height) * focus.y) / 100),
    width,
    height,
  };
}

/** Returns whether a picture has room for a crop of an aspect ratio. */
export function hasRoom(limits: Limits): boolean {
  const { width, height } = createCrop(limits);
  return Math.min(width, height) >= minCropSide;
}

/** Returns the crop after a handle was moved by some pixels. It stays in the picture, and keeps its ratio and minimum size. */
export function moveHandle(
  crop: Crop,
  { handle, dx, dy }: { handle: Handle; dx: number; dy: number },
  limits: Limits,
): Crop {
  const { bounds } = limits;
  if (handle === 'all')
    return {
      ...crop,
      x: clamp(crop.x + Math.round(dx), 0, bounds.width - crop.width),
      y: clamp(crop.y + Math.round(dy), 0, bounds.height - crop.height),
    };
  const isWest = handle.includes('w');
  const isNorth = handle.includes('n');
  const wanted = {
    width: crop.width + (isWest ? -dx : handle.includes('e') ? dx : 0),
    height: crop.height + (isNorth ? -dy : handle.includes('s') ? dy : 0),
  };
  // The opposite sides stay where they are.
  const room = {
    width: isWest ? crop.x + crop.width : bounds.width - crop.x,
    height: isNorth ? crop.y + crop.height : bounds.height - crop.y,
  };
  const { width, height } = fitSize(wanted, room, { ratio: limits.ratio, isTall: handle === 'n' || handle === 's' });
  return {
    x: isWest ? crop.x + crop.width - width : crop.x,
    y: isNorth ? crop.y + crop.height - height : crop.y,
    width,
    height,
  };
}

function fitSize(wanted: Size, room: Size, { ratio, isTall }: { ratio: number | undefined; isTall: boolean }): Size {
  if (!ratio)
    return {
      width: clamp(Math.round(wanted.width), minCropSide, room.width),
      height: clamp(Math.round(wanted.height), minCropSide, room.height),
    };
  const maxWidth = Math.min(room.width, room.height * ratio);
  const minWidth = Math.min(maxWidth, Math.max(minCropSide, minCropSide * ratio));
  const width = clamp(isTall ? wanted.height * ratio : wanted.width, minWidth, maxWidth);
  return { width: Math.round(width), height: Math.min(room.height, Math.round(width / ratio)) };
}

/** Returns the crop with some typed numbers, within the picture. */
export function setCropFields(crop: Crop, typed: Partial<Crop>, limits: Limits): Crop {
  const { x = crop.x, y = crop.y } = typed;
  const moved = moveHandle(crop, { handle: 'all', dx: x - crop.x, dy: y - crop.y }, limits);
  if (typed.width !== undefined) return moveHandle(moved, { handle: 'e', dx: typed.width - crop.width, dy: 0 }, limits);
  if (typed.height === undefined) return moved;
  return moveHandle(moved, { handle: 's', dx: 0, dy: typed.height - crop.height }, limits);
}

/** Returns the crop after its picture was turned clockwise. */
export function turnCrop(crop: Crop, bounds: Size, degrees: 90 | 270): Crop {
  let turned = crop;
  let size = bounds;
  for (let quarter = 0; quarter < degrees / 90; quarter++) {
    turned = rotateCrop(turned, size);
    size = { width: size.height, height: size.width };
  }
  return turned;
}

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns by how many pixels an arrow key moves a handle: a hundredth of the longer side, or a twentieth in large steps. */
export function getArrowMove(key: string, bounds: Size, isLarge: boolean): { dx: number; dy: number } | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const step = Math.max(1, Math.round(Math.max(bounds.width, bounds.height) / (isLarge ? 20 : 100)));
  return { dx: direction[0] * step, dy: direction[1] * step };
}
