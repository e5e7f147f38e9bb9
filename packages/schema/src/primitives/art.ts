/** The site's own drawings. Content refers to one as `/art/<name>`; the value is its label in the admin. */
export const artNames = {
  'hero-build': 'Stair that grows to the right',
  'hero-hiring': 'Pyramid with open seats',
  'hero-audit': 'Knot under a lens',
  'hero-pms': 'Board of projects',
  'about-hub': 'Eleven threads to one hub',
  'about-weave': 'Nine strands, one cloth',
  'about-grid': 'Four counts against a target',
  'about-ring': 'Two equal loops',
  'about-path': 'A year of weeks',
  'service-hiring': 'Person above a team',
  'service-setup': 'House',
  'service-audit': 'Lens',
  'service-revenue': 'Rising stair',
  'service-operations': 'Frame with a centre',
  'service-pms': 'Four tiles',
  'service-hrbp': 'Pyramid',
  'service-marketing': 'Horn',
  'service-finance': 'Bars',
  'cover-hiring': 'Cover: stair with future seats',
  'cover-audit': 'Cover: three columns',
  'cover-friday': 'Cover: one sheet',
} as const;

export type ArtName = keyof typeof artNames;

export function isArtName(name: string): name is ArtName {
  return Object.hasOwn(artNames, name);
}

/** Returns the drawing that a URL of the content refers to; undefined for other URLs. */
export function findArt(address: string): ArtName | undefined {
  const name = /^\/art\/([\w-]+)$/.exec(address)?.[1] ?? '';
  return isArtName(name) ? name : undefined;
}
