export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the tag of an outline can stand, the best first: `above` ends with the outline, `above-left` begins with it. */
const sides = ['above', 'above-left', 'right', 'left', 'below', 'below-left'] as const;
export type TagSide = (typeof sides)[number];

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
  const ends = { 'above-left': outline.left, 'below-left': outline.left, right, left: outline.left - width };
  const left = side === 'above' || side === 'below' ? right - width : ends[side];
  const isBeside = side === 'left' || side === 'right';
  const isBelow = side === 'below' || side === 'below-left';
  const top = isBeside ? outline.top : isBelow ? outline.top + outline.height : outline.top - height;
  return { left, top, width, height };
}

export function touches(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
