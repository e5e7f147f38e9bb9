/** Every printable character that a plain keyboard has. */
const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

/**
 * What the font files of this folder hold; `make-fonts.ts` takes it from here. Every page needs `basic`, the others are
 * fetched by a page that has one of their characters: letters of western European names; the rupee sign and the letters
 * with which Indian names are written exactly.
 */
export const fontSubsets = {
  basic: `${ascii}\u00a0–—‘’“”…×·•©`,
  accents: '§«®°±²³¹»½÷ßàáâäåæçèéêëíîïñóôöøúüÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜ€™−',
  indic: '₹āīūēōṛḷṃḥṅṭḍṇśṣḻṟṉĀĪŪĒŌṚḶṂḤṄṬḌṆŚṢḺṞṈ',
};

/** The `unicode-range` of the rarer subsets: short, so wider than the subsets, but never touching `basic`. */
export const unicodeRanges: Record<'accents' | 'indic', [string, ...string[]]> = {
  accents: ['U+a1-a8', 'U+aa-b6', 'U+b8-d6', 'U+d8-ff', 'U+20ac', 'U+2122', 'U+2212'],
  indic: ['U+100-16b', 'U+1e0c-1e6f', 'U+20b9'],
};

/**
 * Characters that one of the typefaces does not have: the reader's own system font shows them, on purpose. Arrows and
 * ticks stand apart from words; Hanken Grotesk has neither a rupee sign nor letters with a dot or line below.
 */
export const systemCharacters = '→✓₹ṛḷṃḥṭḍṇṣḻṟṉṚḶṂḤṬḌṆṢḺṞṈ';
