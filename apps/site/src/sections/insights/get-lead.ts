import { stripTags } from '@threadline/schema/content/preview-tags';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { Article } from '../../routes.ts';

const normalise = (text: string) => stripTags(text).replace(/\s+/g, ' ').trim();

/** Returns the summary that is shown above the text of an article; undefined if the text begins with it. */
export function getLead({ excerpt, body }: Article['value']): string | undefined {
  const paragraphs = body.content.filter(({ type }) => type === 'paragraph').map((block) => getPlainText(block));
  const first = paragraphs.map(normalise).find((text) => text !== '') ?? '';
  return first.startsWith(normalise(excerpt).replace(/…$/, '')) ? undefined : excerpt;
}
