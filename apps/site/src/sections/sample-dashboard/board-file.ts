import { createHash } from 'node:crypto';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { getLandingSprite } from '../../drawings/landing-sprite.ts';
import { stripAnnotations } from '../../renderer/annotate.ts';
import { createBoard } from './board.ts';

interface BoardFile {
  /** Contains a hash of the data, so the file may be cached for ever. */
  url: string;
  json: string;
}

const files = new WeakMap<SiteContent, BoardFile>();

/** Returns the data of the board as a file of its own: most visitors never need it, and the first view does not wait for it. */
export function getBoardFile(shown: SiteContent): BoardFile {
  const content = stripAnnotations(shown);
  const known = files.get(content);
  if (known) return known;
  const json = `${JSON.stringify(createBoard(content, getLandingSprite(content).url))}\n`;
  const file = { url: `/data/${createHash('sha256').update(json).digest('hex').slice(0, 8)}.json`, json };
  files.set(content, file);
  return file;
}
