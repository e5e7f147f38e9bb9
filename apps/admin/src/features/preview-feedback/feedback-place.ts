import { contentModel } from '@threadline/schema/content/content-model';
import { isReservedKey } from '@threadline/schema/content/link-targets';
import type { PreviewFeedback } from '@threadline/schema/wire/preview-feedback';

interface FeedbackPlace {
  label: string;
  /** Where the content is edited; undefined if the page alone does not tell. */
  search?: { section: string; item?: string };
}

/** Returns the name of the place that a visitor commented on. The visitor's browser sent it, so it can be anything. */
export function findFeedbackPlace({ page, section }: Pick<PreviewFeedback, 'page' | 'section'>): FeedbackPlace {
  if (page === '/') {
    if (!Object.hasOwn(contentModel, section)) return { label: 'Home page' };
    return { label: `Home page, ${contentModel[section as keyof typeof contentModel].title}`, search: { section } };
  }
  const [, folder, id] = /^\/(insights\/)?([a-z0-9-]+)\/$/.exec(page) ?? [];
  if (id === undefined) return { label: page };
  const search = folder ? { section: 'insights', item: `article-${id}` } : { section: 'site', item: `page-${id}` };
  // These pages consist of several items.
  return isReservedKey(search.section, search.item) ? { label: page } : { label: page, search };
}
