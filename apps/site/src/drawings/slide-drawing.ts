import { hasArtFile } from '@threadline/artwork/art-files';
import type { Scene } from '@threadline/artwork/draw';
import { getDrawing } from '@threadline/artwork/drawings';
import { drawProjectBoard, maxBoardRows } from '@threadline/artwork/scenes/board';
import { drawKnotUnderLens, drawOpenSeats } from '@threadline/artwork/scenes/hero';
import type { HeroSlide } from '@threadline/schema/content/sections/hero';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { findArt } from '@threadline/schema/primitives/art';
import { formatStatus, getStatusLabels } from '../sections/sample-dashboard/board.ts';
import { formatLakh } from '../text/format.ts';

/** Returns the drawing of a slide with its text; undefined if the slide shows an image file or a video. */
export function createSlideScene({ media }: HeroSlide, content: SiteContent): Scene | undefined {
  if (media.type !== 'image') return undefined;
  const name = findArt(media.src);
  switch (name) {
    case 'hero-hiring':
      return drawOpenSeats(media.scorecard);
    case 'hero-audit':
      return drawKnotUnderLens(media.findings);
    case 'hero-pms':
      return createBoardScene(content);
    default:
      return name && !hasArtFile(name) ? getDrawing(name) : undefined;
  }
}

/** Returns the text of the sheet in a drawing, for screen readers. The board's text is on the page, further down. */
export function getSheetText({ src, scorecard, findings }: HeroSlide['media']): string {
  const lines = {
    'hero-hiring': [scorecard.title, scorecard.about, ...scorecard.criteria],
    'hero-audit': findings.map(({ text, who }) => (who ? `${text}: ${who}` : text)),
  }[findArt(src) as string];
  return (lines ?? []).filter((line) => line !== '').join('. ');
}

/** Returns the sheet of text of a drawing by itself, so that it stays sharp while the figure is scaled. */
export function toSheetScene(scene: Scene | undefined): Scene | undefined {
  const sheet = scene?.layers?.find(({ motion }) => motion === 'sheet');
  return scene && sheet && { ...scene, body: sheet.body };
}

/** Returns the scene as a low, wide box shows it; undefined if the drawing has no compact form. */
export function toCompactScene(scene: Scene | undefined): Scene | undefined {
  return scene?.compact && { ...scene, ...scene.compact };
}

/** Draws the projects of the sample dashboard, to which this slide links. */
function createBoardScene({ services, site }: SiteContent): Scene {
  const { columns } = services['sample-dashboard'];
  const names = { statuses: getStatusLabels(site), texts: services['dashboard-texts'] };
  return drawProjectBoard({
    columns: [columns.project, columns.stage, columns.status, columns.delayCost],
    rows: services['dashboard-data'].projects.slice(0, maxBoardRows).map((project) => ({
      name: project.name,
      done: project.stage,
      status: project.status,
      statusText: formatStatus(names, project),
      cost: project.delayCostLakh > 0 ? formatLakh(project.delayCostLakh) : '',
    })),
  });
}
