/** Characters of a keyboard that are common in code and rare in sentences. */
const codeSigns = '#$*<=>[\\]^_`{|}~';
/** The other printable characters of a plain keyboard. */
const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index))
  .filter((sign) => !codeSigns.includes(sign))
  .join('');

/**
 * The characters of each font file in this folder (`make-fonts.ts`). Every page needs `basic`. A browser fetches the
 * others when a page contains one of their characters, by the `unicode-range` in the site's `fonts.css`: western
 * European letters and code characters, transliterated Indian names, and the rupee sign, which many pages need without
 * the others.
 */
export const fontSubsets = {
  basic: `${ascii}\u00a0–—‘’“”…×·•©`,
  accents: `${codeSigns}§«®°±²³¹»½÷ßàáâäåæçèéêëíîïñóôöøúüÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜ€™−`,
  indic: 'āīūēōṛḷṃḥṅṭḍṇśṣḻṟṉĀĪŪĒŌṚḶṂḤṄṬḌṆŚṢḺṞṈ',
  rupee: '₹',
};

/**
 * Characters that are missing in one of the typefaces and are shown in a system font: arrows and ticks, and in Hanken
 * Grotesk the rupee sign and letters with a dot or line below.
 */
export const systemCharacters = '→✓₹ṛḷṃḥṭḍṇṣḻṟṉṚḶṂḤṬḌṆṢḺṞṈ';
