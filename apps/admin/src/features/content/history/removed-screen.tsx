import { Box, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RemovedItem } from '@threadline/schema/content/content-item';
import { contentModel, findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { DiscardedDraft } from '@threadline/schema/wire/drafts';
import { useRef } from 'react';
import { quote } from '../../../format/quote.ts';
import { formatDateTime } from '../../../format/time.ts';
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { MoreButton, RecordList } from '../../../ui/record-list.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { EmptyState, LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import { formatPreview } from '../model/item-text.ts';
import { useDiscardedDrafts, useRestoreDraft } from '../saving/server-drafts.ts';
import { type ContentMutations, useContentMutations } from '../saving/use-content-mutations.ts';
import { useRemoved } from './history-query.ts';

/** /admin/content/removed: removed entries and discarded drafts, which can be restored. */
export function RemovedScreen() {
  const query = useRemoved();
  const discarded = useDiscardedDrafts();
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(list);
  return (
    <Screen title="Removed items">
      <Breadcrumbs>
        <Link to="/content">Content Management</Link>
      </Breadcrumbs>
      <Box ref={list} tabIndex={-1} maw={960}>
        {query.isPending || discarded.isPending ? (
          <SkeletonRows />
        ) : (
          <RemovedList query={query} discarded={discarded} />
        )}
      </Box>
      <MoreButton query={query} label="Show older ones" />
    </Screen>
  );
}

interface RemovedListProps {
  query: ReturnType<typeof useRemoved>;
  discarded: ReturnType<typeof useDiscardedDrafts>;
}

/** Items and drafts in one list. If only one of the two could be loaded, it is shown below the error. */
function RemovedList({ query, discarded }: RemovedListProps) {
  const mutations = useContentMutations();
  const rows = mergeByTime(query.data ?? [], discarded.data ?? [], query.hasNextPage);
  const isComplete = query.data !== undefined && discarded.data !== undefined;
  return (
    <Stack>
      {!query.data && (
        <LoadFailure heading="The removed items could not be loaded." error={query.error} onRetry={query.refetch} />
      )}
      {!discarded.data && (
        <LoadFailure
          heading="The discarded drafts could not be loaded."
          error={discarded.error}
          onRetry={discarded.refetch}
        />
      )}
      {isComplete && rows.length === 0 && (
        <EmptyState action={<Link to="/content">Go to Content Management</Link>}>
          There are no removed items. Entries that you remove, and drafts that you discard, can be restored here.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Panel component="div">
          <RecordList items={rows}>
            {(row) =>
              'summary' in row ? (
                <DiscardedRow key={`draft-${row.id}`} draft={row} />
              ) : (
                <RemovedRow key={row.id} removed={row} mutations={mutations} />
              )
            }
          </RecordList>
        </Panel>
      )}
    </Stack>
  );
}

/** Returns both, newest first. Drafts that are older than the last loaded item follow with the next page. */
function mergeByTime(items: readonly RemovedItem[], drafts: readonly DiscardedDraft[], hasMore: boolean) {
  const oldest = hasMore ? (items.at(-1)?.at ?? '') : '';
  return [...items, ...drafts.filter(({ at }) => at >= oldest)].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Returns section and list, or one of them where both have the same name. */
function formatPlace({ section, list }: ItemDefinition): string {
  return [...new Set([contentModel[section].title, list?.title])].join(', ');
}

function RemovedRow({ removed, mutations }: { removed: RemovedItem; mutations: ContentMutations }) {
  const { section, key, value, metadata, at, by } = removed;
  const definition = findDefinition(section, key);
  if (!definition) return null; // of a list that the site no longer has
  const title = getItemTitle(removed, definition);
  return (
    <li>
      <Stack gap={0} flex="1 1 260px">
        <h2>{title}</h2>
        <p>{formatPreview(removed, definition)}</p>
        <small>
          {formatPlace(definition)}. Removed {formatDateTime(at)}
          {by && ` by ${by}`}
        </small>
      </Stack>
      <Link to="/content/history" search={{ section, item: key }} aria-label={`History of ${title}`}>
        History
      </Link>
      <Button
        size="xs"
        onClick={() =>
          mutations.run(
            { kind: 'save', section, key, value, metadata, version: undefined, origin: 'restore' },
            { result: `${quote(title)} is restored.` },
          )
        }
        loading={mutations.isSaving(`${section}.${key}`)}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        aria-label={`Restore ${title}`}
      >
        Restore
      </Button>
    </li>
  );
}

function DiscardedRow({ draft }: { draft: DiscardedDraft }) {
  const { section, key, id, title, summary, at, by } = draft;
  const definition = findDefinition(section, key);
  const restore = useRestoreDraft();
  if (!definition) return null; // of a list that the site no longer has
  return (
    <li>
      <Stack gap={0} flex="1 1 260px">
        <h2>{title}</h2>
        <p>{formatPreview({ value: summary, metadata: {} }, definition)}</p>
        <small>
          {formatPlace(definition)}. Draft, discarded {formatDateTime(at)}
          {by && ` by ${by}`}
        </small>
      </Stack>
      <Button
        size="xs"
        onClick={() => restore.mutate({ id, title })}
        loading={restore.isPending}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        aria-label={`Restore the draft ${title}`}
      >
        Restore
      </Button>
    </li>
  );
}
