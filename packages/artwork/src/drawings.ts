import type { ArtName } from '@threadline/schema/primitives/art';
import type { Scene } from './draw.ts';
import { countsAndTargets, hubToWeave, strandsToCloth, twoEqualLoops, yearOfWeeks } from './scenes/about.ts';
import { drawProjectBoard } from './scenes/board.ts';
import { fridaySheet, futureSeats, threeColumns } from './scenes/covers.ts';
import { drawGrowingStair, drawKnotUnderLens, drawOpenSeats } from './scenes/hero.ts';
import { drawServiceGlyph } from './scenes/services.ts';

/** Every drawing that content can refer to as `/art/<name>`. */
const drawings: Record<ArtName, () => Scene> = {
  'hero-build': drawGrowingStair,
  'hero-hiring': drawOpenSeats,
  'hero-audit': drawKnotUnderLens,
  'hero-pms': drawProjectBoard,
  'about-hub': hubToWeave,
  'about-weave': strandsToCloth,
  'about-grid': countsAndTargets,
  'about-ring': twoEqualLoops,
  'about-path': yearOfWeeks,
  'service-hiring': () => drawServiceGlyph('hiring'),
  'service-setup': () => drawServiceGlyph('setup'),
  'service-audit': () => drawServiceGlyph('audit'),
  'service-revenue': () => drawServiceGlyph('revenue'),
  'service-operations': () => drawServiceGlyph('operations'),
  'service-pms': () => drawServiceGlyph('pms'),
  'service-hrbp': () => drawServiceGlyph('hrbp'),
  'service-marketing': () => drawServiceGlyph('marketing'),
  'service-finance': () => drawServiceGlyph('finance'),
  'cover-hiring': futureSeats,
  'cover-audit': threeColumns,
  'cover-friday': fridaySheet,
};

const drawn = new Map<ArtName, Scene>();

/** Drawings depend only on their name, so each is drawn once per process. */
export function getDrawing(name: ArtName): Scene {
  const scene = drawn.get(name) ?? drawings[name]();
  drawn.set(name, scene);
  return scene;
}
