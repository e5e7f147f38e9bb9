import { createHash } from 'node:crypto';
import type { SiteContent } from '@threadline/schema/site-content';
import type { GrowthContent } from '../growth-check/score.ts';
import { plainOf } from '../renderer/tagged.ts';
import type { Board } from './board.ts';
import { boardOf } from './board-of.ts';

/** What growth check and sample board are made of, for the browser. */
export interface IslandData {
  board: Board;
  disclaimer: string;
  growth: GrowthContent;
}

interface DataFile {
  /** Changes with the data, so the file may be kept for ever. */
  url: string;
  json: string;
}

const made = new WeakMap<SiteContent, DataFile>();

/** A file instead of properties in the page: most visitors never need it, and the first view does not wait for it. */
export function dataFileOf(shown: SiteContent): DataFile {
  const content = plainOf(shown);
  const known = made.get(content);
  if (known) return known;
  const { disclaimer } = content.services['sample-dashboard'];
  const data: IslandData = { board: boardOf(content), disclaimer, growth: growthOf(content) };
  const json = `${JSON.stringify(data)}\n`;
  const file = { url: `/data/${createHash('sha256').update(json).digest('hex').slice(0, 8)}.json`, json };
  made.set(content, file);
  return file;
}

function growthOf({ services }: SiteContent): GrowthContent {
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
    words: services['growth-result'],
  };
}
