import { createHash } from 'node:crypto';
import type { SiteContent } from '@threadline/schema/site-content';
import { getLandingSprite } from './drawings/landing-sprite.ts';
import { stripAnnotations } from './renderer/annotate.ts';
import type { GrowthContent } from './sections/growth-check/score.ts';
import { type Board, createBoard } from './sections/sample-dashboard/board.ts';

/** The data of the growth check and the sample dashboard, for the browser. */
export interface IslandData {
  board: Board;
  disclaimer: string;
  growth: GrowthContent;
}

interface DataFile {
  /** Contains a hash of the data, so the file may be cached for ever. */
  url: string;
  json: string;
}

const files = new WeakMap<SiteContent, DataFile>();

/** Returns the data as a file of its own: most visitors never need it, and the first view does not wait for it. */
export function getDataFile(shown: SiteContent): DataFile {
  const content = stripAnnotations(shown);
  const known = files.get(content);
  if (known) return known;
  const { disclaimer } = content.services['sample-dashboard'];
  const data: IslandData = {
    board: createBoard(content, getLandingSprite(content).url),
    disclaimer,
    growth: createGrowthContent(content),
  };
  const json = `${JSON.stringify(data)}\n`;
  const file = { url: `/data/${createHash('sha256').update(json).digest('hex').slice(0, 8)}.json`, json };
  files.set(content, file);
  return file;
}

function createGrowthContent({ services }: SiteContent): GrowthContent {
  const { heading, scoreLabel, weakestLabel, send, scale } = services['growth-check'];
  return {
    questions: services.questions.map(({ id, value }) => ({
      id,
      area: value.area,
      service: value.service,
      serviceTitle: services.cards.find((card) => value.service === `#${card.id}`)?.value.title ?? value.service,
    })),
    bands: services.bands.map(({ value }) => value),
    scale,
    texts: { heading, scoreLabel, weakestLabel, send },
    resultTexts: services['growth-result'],
  };
}
