import type { ContentItem } from '@threadline/schema/content/content-item';
import type { Save } from '../../../store/last-changes.ts';
import type { Question } from '../../../ui/confirm.tsx';

/** Returns the save that takes a published article out of all lists, or that lists it again. Its text stays the same. */
export function createUnlisting({ section, key, value, metadata, version }: ContentItem): Save {
  const { unlisted, ...others } = metadata;
  return { kind: 'save', section, key, value, metadata: unlisted ? others : { ...others, unlisted: true }, version };
}

/** The question before it, and the answer once visitors see the result. */
export function describeUnlisting({ metadata }: Pick<ContentItem, 'metadata'>): { question: Question; done: string } {
  if (metadata.unlisted) {
    const text = 'Lists, the feed and search engines show it again.';
    return {
      question: { title: 'List this article again?', text, action: 'List again', danger: false },
      done: 'Listed again.',
    };
  }
  const text = 'Its page stays reachable by its address; no list, feed or search engine shows it.';
  return {
    question: { title: 'Unlist this article?', text, action: 'Unlist', danger: false },
    done: 'Unlisted. Only people with the link find it now.',
  };
}
