import type { ArtName } from '@threadline/schema/art';
import type { Scene } from './draw.ts';
import { countsAndTargets, hubToWeave, strandsToCloth, twoEqualLoops, yearOfWeeks } from './scenes/about.ts';
import { projectBoard } from './scenes/board.ts';
import { fridaySheet, futureSeats, threeColumns } from './scenes/covers.ts';
import { growingStair, knotUnderLens, openSeats } from './scenes/hero.ts';
import { serviceGlyph } from './scenes/services.ts';

/** Every drawing that content can name as `/art/<name>`. */
const drawings: Record<ArtName, () => Scene> = {
  'hero-build': growingStair,
  'hero-hiring': openSeats,
  'hero-audit': knotUnderLens,
  'hero-pms': projectBoard,
  'about-hub': hubToWeave,
  'about-weave': strandsToCloth,
  'about-grid': countsAndTargets,
  'about-ring': twoEqualLoops,
  'about-path': yearOfWeeks,
  'service-hiring': () => serviceGlyph('hiring'),
  'service-setup': () => serviceGlyph('setup'),
  'service-audit': () => serviceGlyph('audit'),
  'service-revenue': () => serviceGlyph('revenue'),
  'service-operations': () => serviceGlyph('operations'),
  'service-pms': () => serviceGlyph('pms'),
  'service-hrbp': () => serviceGlyph('hrbp'),
  'service-marketing': () => serviceGlyph('marketing'),
  'service-finance': () => serviceGlyph('finance'),
  'cover-hiring': futureSeats,
  'cover-audit': threeColumns,
  'cover-friday': fridaySheet,
};

const drawn = new Map<ArtName, Scene>();

/** Drawings depend on nothing but their name, so each is drawn once per process. */
export function drawingOf(name: ArtName): Scene {
  const scene = drawn.get(name) ?? drawings[name]();
  drawn.set(name, scene);
  return scene;
}
