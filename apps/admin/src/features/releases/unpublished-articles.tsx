import { Link } from '@tanstack/react-router';
import { formatCount } from '../../format/numbers.ts';
import { listArticles } from '../content/articles/list-articles.ts';
import { useContent } from '../content/model/content-query.ts';
import { useServerDrafts } from '../content/saving/server-drafts.ts';

/** Links to the published articles whose drafts have changes. Those are published from the article, not with a release. */
export function UnpublishedArticles() {
  const drafts = useServerDrafts();
  const { content } = useContent().data ?? {};
  const changed = content ? listArticles(content, drafts).filter(({ state }) => state === 'changed').length : 0;
  if (changed === 0) return null;
  return (
    <Link to="/articles" search={{ state: 'changed' }}>
      {formatCount(changed, 'article has', 'articles have')} unpublished changes.
    </Link>
  );
}
