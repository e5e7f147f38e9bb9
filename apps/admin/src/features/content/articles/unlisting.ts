import type { ContentItem } from '@threadline/schema/content/content-item';
import type { Save } from '../../../store/last-changes.ts';
import type { Question } from '../../../ui/confirm.tsx';

/** Returns the save that takes a published article out of all lists, or that lists it again. Its text stays the same. */
export function createUnlisting({ section, key, value, metadata, version }: ContentItem): Save {
  const { unlisted, ...others } = metadata;
  return { kind: 'save', section, key, value, metadata: unlisted ? others : { ...others, unlisted: true }, version };
}

/**
 * Returns the question before it, and the answer once visitors see the result.
 *
 * @param title of the article
 */
export function describeUnlisting(
  { metadata }: Pick<ContentItem, 'metadata'>,
  title: string,
): { question: Question; done: string } {
  if (metadata.unlisted) {
    const text = 'The article lists and search engines show it again.';
    return {
      question: { title: `List “${title}” again?`, text, action: 'List again', danger: false },
      done: `“${title}” is listed again.`,
    };
  }
  const text = 'Only people with the link find it: no list and no search engine shows it.';
  return {
    question: { title: `Unlist “${title}”?`, text, action: 'Unlist', danger: false },
    done: `“${title}” is unlisted: only people with the link find it now.`,
  };
}
