import { artAt } from '@threadline/schema/art';
import type { HeroSlide } from '@threadline/schema/sections/hero';
import type { SiteContent } from '@threadline/schema/site-content';
import { statusesOf } from '../dashboard/board.ts';
import { statusText } from '../dashboard/tables.ts';
import { formatLakh } from '../text/money.ts';
import { drawingOf } from './catalog.ts';
import type { Scene } from './draw.ts';
import { boardRows, projectBoard } from './scenes/board.ts';
import { knotUnderLens, openSeats } from './scenes/hero.ts';
import { isStandalone } from './standalone.ts';

/** The drawing of a slide with its words in it; none where the slide shows a file of its own, or a film. */
export function slideScene({ media }: HeroSlide, content: SiteContent): Scene | undefined {
  if (media.type !== 'image') return undefined;
  const name = artAt(media.src);
  switch (name) {
    case 'hero-hiring':
      return openSeats(media.scorecard);
    case 'hero-audit':
      return knotUnderLens(media.findings);
    case 'hero-pms':
      return sampleBoard(content);
    default:
      return name && !isStandalone(name) ? drawingOf(name) : undefined;
  }
}

/** What the sheet of the drawing says, for whoever does not see it. The board is on the page itself, further down. */
export function sheetText(media: HeroSlide['media']): string {
  return sheetLines(media)
    .filter((line) => line !== '')
    .join('. ');
}

function sheetLines({ src, scorecard, findings }: HeroSlide['media']): string[] {
  switch (artAt(src)) {
    case 'hero-hiring':
      return [scorecard.title, scorecard.about, ...scorecard.criteria];
    case 'hero-audit':
      return findings.map(({ text, who }) => (who ? `${text}: ${who}` : text));
    default:
      return [];
  }
}

/** As a low strip shows it, if the drawing has a part for that. */
export function stripOf(scene: Scene | undefined): Scene | undefined {
  return scene?.strip && { ...scene, ...scene.strip };
}

/** The same projects as in the sample dashboard, to which this slide leads. */
function sampleBoard({ services, site }: SiteContent): Scene {
  const { columns } = services['sample-dashboard'];
  const names = { statuses: statusesOf(site), words: services['dashboard-words'] };
  return projectBoard({
    columns: [columns.project, columns.stage, columns.status, columns.delayCost],
    rows: services.projects.slice(0, boardRows).map(({ value: project }) => ({
      name: project.name,
      done: project.stage,
      status: project.status,
      statusText: statusText(names, project),
      cost: project.delayCostLakh > 0 ? formatLakh(project.delayCostLakh) : '',
    })),
  });
}
