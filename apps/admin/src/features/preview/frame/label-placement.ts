import { type Box, touches } from './box.ts';

/** Where the tag of an outline can stand, the best first: `above` ends with the outline, `above-left` begins with it. */
const sides = ['above', 'above-left', 'right', 'left', 'below', 'below-left'] as const;
type TagSide = (typeof sides)[number];

interface TagSpace {
  outline: Box;
  tag: Pick<Box, 'width' | 'height'>;
  /** Beyond the left, the upper and the right edge of the page nothing can be seen. */
  page: Pick<Box, 'left' | 'top' | 'width'>;
  /** The words around the outline. */
  words: readonly Box[];
}

/** The side on which a tag covers no words; where there is none, the first on which it can be seen. */
export function sideOfTag({ outline, tag, page, words }: TagSpace): TagSide {
  const seen = sides.filter((side) => {
    const { left, top, width } = tagBox(side, outline, tag);
    return left >= page.left && left + width <= page.left + page.width && top >= page.top;
  });
  const free = seen.find((side) => !words.some((word) => touches(tagBox(side, outline, tag), word)));
  return free ?? seen[0] ?? 'above';
}

function tagBox(side: TagSide, outline: Box, { width, height }: TagSpace['tag']): Box {
  const right = outline.left + outline.width;
  const above = outline.top - height;
  const below = outline.top + outline.height;
  const corners: Record<TagSide, [left: number, top: number]> = {
    above: [right - width, above],
    'above-left': [outline.left, above],
    right: [right, outline.top],
    left: [outline.left - width, outline.top],
    below: [right - width, below],
    'below-left': [outline.left, below],
  };
  const [left, top] = corners[side];
  return { left, top, width, height };
}
