import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { formatDateTime } from '../../../format/time.ts';
import { Button } from '../../../ui/button.tsx';
import { DelayedSearch } from '../../../ui/delayed-search.tsx';
import { FilterChips } from '../../../ui/filter-chips.tsx';
import { ListFilters } from '../../../ui/list-filters.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { type EntryState, entryStates } from '../list/entry-state.ts';
import { StateTag } from '../list/state-tag.tsx';
import { useContent } from '../model/content-query.ts';
import { findThumbnail } from '../model/item-text.ts';
import { createDraftKey } from '../model/section-model.ts';
import { useServerDrafts } from '../saving/server-drafts.ts';
import { ArticleMenu } from './article-menu.tsx';
import classes from './articles.module.css';
import {
  type Article,
  type ArticleOrder,
  articleOrders,
  articleSection,
  findArticles,
  getArticleList,
  isInState,
  listArticles,
  sortArticles,
} from './list-articles.ts';

const filters = { all: 'All', ...entryStates };
type Filter = keyof typeof filters;

const isFilter = (name: string): name is Filter => Object.hasOwn(filters, name);
const isOrder = (name: string): name is ArticleOrder => Object.hasOwn(articleOrders, name);

/** /admin/articles: all articles with their state. Each opens in the writer of the content screen. */
export function ArticlesScreen() {
  const { q = '', state = 'all', order: wantedOrder = 'newest' } = useSearch({ from: '/signed-in/articles' });
  const filter = isFilter(state) ? state : 'all';
  const order = isOrder(wantedOrder) ? wantedOrder : 'newest';
  const navigate = useNavigate();
  const query = useContent();
  const drafts = useServerDrafts();
  const list = getArticleList();
  const articles = query.data && listArticles(query.data.content, drafts);
  const isFull = (articles?.length ?? 0) >= list.max;
  const show = (change: { q?: string; state?: Filter; order?: string }) => {
    const next = { q, state: filter, order, ...change };
    navigate({
      to: '/articles',
      search: {
        ...(next.q && { q: next.q }),
        ...(next.state !== 'all' && { state: next.state }),
        ...(next.order !== 'newest' && { order: next.order }),
      },
      replace: true,
    });
  };
  const write = () =>
    navigate({ to: '/content', search: { section: articleSection, item: createDraftKey(list), from: 'articles' } });
  const writeButton = (
    <Button
      size="xs"
      variant="filled"
      disabled={!articles || isFull}
      onClick={write}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      New article
    </Button>
  );

  return (
    <Screen title="Articles" actions={articles?.length !== 0 && writeButton}>
      <Loaded query={{ ...query, data: articles }} heading="The articles could not be loaded.">
        {(all) => {
          const found = findArticles(all, q);
          const shown = sortArticles(
            found.filter((article) => filter === 'all' || isInState(article, filter)),
            order,
          );
          if (all.length === 0)
            return (
              <EmptyState action={writeButton}>
                <strong>There is no article yet.</strong>
                <br />
                An article is a draft until you publish it.
              </EmptyState>
            );
          return (
            <>
              <ListFilters
                label="Filter and sort"
                activeCount={Number(filter !== 'all') + Number(order !== 'newest')}
                search={
                  <DelayedSearch
                    label="Search the articles"
                    placeholder="Search articles"
                    value={q}
                    onSearch={(next) => show({ q: next })}
                  />
                }
              >
                <FilterChips
                  label="State"
                  options={filters}
                  selected={filter}
                  counts={countStates(found)}
                  onSelect={(next) => show({ state: next })}
                />
                <SelectField
                  aria-label="Sort the articles"
                  options={articleOrders}
                  value={order}
                  onChange={(next) => show({ order: next })}
                  className={classes.order}
                />
              </ListFilters>
              <span className="visually-hidden" role="status">
                {shown.length} of {all.length} articles
              </span>
              {shown.length > 0 ? (
                <ArticleTable articles={shown} />
              ) : (
                <EmptyState action={<Button onClick={() => show({ q: '', state: 'all' })}>Show all articles</Button>}>
                  No article matches.
                </EmptyState>
              )}
              {isFull && (
                <small>The site has {list.max} articles, which is the maximum. Delete one to write another.</small>
              )}
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function countStates(articles: readonly Article[]): Record<Filter, number> {
  const count = (wanted: EntryState) => articles.filter((article) => isInState(article, wanted)).length;
  return {
    all: articles.length,
    draft: count('draft'),
    scheduled: count('scheduled'),
    published: count('published'),
    unlisted: count('unlisted'),
    changed: count('changed'),
  };
}

function ArticleTable({ articles }: { articles: readonly Article[] }) {
  return (
    <Panel component="div">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Article</th>
            <th scope="col">State</th>
            <th scope="col">Author</th>
            <th scope="col">Date</th>
            <th scope="col">Last edited</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {articles.map((article, index) => (
            <ArticleRow key={article.item.key} article={article} isFirst={index < firstRows} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function NoCover() {
  return (
    <span className={classes.noCover}>
      <img src="/admin/mark.svg" alt="" width="22" height="22" />
    </span>
  );
}

/** The rows that are visible at once. Their images do not wait for the layout. */
const firstRows = 10;

function ArticleRow({ article, isFirst }: { article: Article; isFirst: boolean }) {
  const { item, draft, title, author, date, edited } = article;
  const thumbnail = findThumbnail(item.value);
  return (
    <tr>
      <th scope="row">
        {thumbnail ? <CurrentPicture src={thumbnail} alt="" loading={isFirst ? 'eager' : 'lazy'} /> : <NoCover />}
        <Link to="/content" search={{ section: articleSection, item: item.key, from: 'articles' }}>
          {title}
        </Link>
      </th>
      <td>
        <StateTag item={item} hasDrafts draft={draft} />
      </td>
      <td data-empty={author === '' || undefined}>{author || 'No author'}</td>
      <td data-empty={date === '' || undefined} data-planned={item.version === 0 || undefined}>
        {date || 'No date'}
      </td>
      <td>
        <span className={classes.cardLabel}>Edited </span>
        <time dateTime={edited.at}>{formatDateTime(edited.at)}</time>
        {edited.by && <small className={classes.editor}> by {edited.by}</small>}
      </td>
      <td className={classes.menu}>
        <ArticleMenu article={article} />
      </td>
    </tr>
  );
}
