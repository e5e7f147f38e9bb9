/** Signs of a plain keyboard that people write code with, hardly ever a sentence. */
const codeSigns = '#$*<=>[\\]^_`{|}~';
/** The other printable characters of a plain keyboard. */
const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index))
  .filter((sign) => !codeSigns.includes(sign))
  .join('');

/**
 * What the font files of this folder hold; `make-fonts.ts` takes it from here. Every page needs `basic`, the others are
 * fetched by a page that has one of their characters: letters of western European names and signs of code; the letters with
 * which Indian names are written exactly; the rupee sign, which many a page has without those letters. The site's
 * `fonts.css` says by `unicode-range` when each is fetched.
 */
export const fontSubsets = {
  basic: `${ascii}\u00a0–—‘’“”…×·•©`,
  accents: `${codeSigns}§«®°±²³¹»½÷ßàáâäåæçèéêëíîïñóôöøúüÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜ€™−`,
  indic: 'āīūēōṛḷṃḥṅṭḍṇśṣḻṟṉĀĪŪĒŌṚḶṂḤṄṬḌṆŚṢḺṞṈ',
  rupee: '₹',
};

/**
 * Characters that one of the typefaces does not have: the reader's own system font shows them, on purpose. Arrows and
 * ticks stand apart from words; Hanken Grotesk has neither a rupee sign nor letters with a dot or line below.
 */
export const systemCharacters = '→✓₹ṛḷṃḥṭḍṇṣḻṟṉṚḶṂḤṬḌṆṢḺṞṈ';
