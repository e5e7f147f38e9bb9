import { createHash } from 'node:crypto';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { getLandingSprite } from '../../drawings/landing-sprite.ts';
import { stripAnnotations } from '../../renderer/annotate.ts';
import { rememberByReads } from '../../renderer/remember.ts';
import { createBoard } from './board.ts';

interface BoardFile {
  /** Contains a hash of the data, so the file may be cached for ever. */
  url: string;
  json: string;
}

/** Returns the data of the board as a file of its own: most visitors never need it, and the first view does not wait for it. */
export const getBoardFile = (shown: SiteContent): BoardFile => createFile(stripAnnotations(shown));

const createFile = rememberByReads((content): BoardFile => {
  const json = `${JSON.stringify(createBoard(content, getLandingSprite(content).url))}\n`;
  return { url: `/data/${createHash('sha256').update(json).digest('hex').slice(0, 8)}.json`, json };
});
