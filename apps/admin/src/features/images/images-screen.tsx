import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type BulkImageChange,
  type Image,
  type ImageFilter,
  imageFilterSchema,
  maxImagesPerAction,
} from '@threadline/schema/content/image';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { ListFilters } from '../../ui/list-filters.tsx';
import { messages } from '../../ui/messages.ts';
import { WithSidePanel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchInput, searchDelayMs } from '../../ui/search-input.tsx';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { ImageDetails } from './image-details.tsx';
import { ImageGrid, TrashGrid } from './image-grid.tsx';
import { useImagePages } from './images-query.ts';
import { RefusedImages, TrashErrors } from './refused-images.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UploadArea } from './upload-area.tsx';
import { chooseImages } from './upload-queue.ts';
import { type BulkChange, useBulkChange } from './use-bulk-change.ts';
import { useImageSelection } from './use-image-selection.ts';
import { useImageTrash } from './use-image-trash.ts';

/** Spec §2: All, Recent, Hero, Banner, Gallery. The others list one kind, open work and the trash. */
const stateLabels = {
  all: 'All',
  recent: 'Recent',
  pictures: 'Images',
  videos: 'Videos',
  unused: 'Not in use',
  'no-alt': 'Missing alt text',
  trash: 'Trash',
};
const tagLabels = { hero: 'Hero', banner: 'Banner', gallery: 'Gallery' };
export const filterLabels: Record<ImageFilter, string> = { ...stateLabels, ...tagLabels };

/** Returns the filter in an address, or `all` if it names none. */
export function parseFilter(name: string | undefined): ImageFilter {
  return imageFilterSchema.safeParse(name).data ?? 'all';
}

/** /admin/images: upload, find, describe, copy the address of, delete and restore images. */
export function ImagesScreen() {
  const filter = parseFilter(useSearch({ from: '/signed-in/images' }).filter);
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, searchDelayMs);
  const found = useImagePages({ filter, search: debounced.trim() });
  const { query, page, videoLimits } = found;
  const [open, setOpen] = useState<Image>();
  const confirmLeaving = useConfirmLeaving();
  const show = async (image: Image | undefined) => {
    if (image?._id !== open?._id && (await confirmLeaving())) setOpen(image);
  };
  // Another image may be open by now.
  const update = (image: Image) => setOpen((before) => (before?._id === image._id ? image : before));
  const navigate = useNavigate();
  const showAll = () => {
    setSearch('');
    navigate({ to: '/images' });
  };
  const trash = useImageTrash((image) => setOpen((before) => (before?._id === image._id ? undefined : before)));
  const selection = useImageSelection(`${filter} ${debounced}`);
  const onChanged = ({ action }: BulkImageChange, ids: string[]) => {
    if (action === 'delete') selection.replace([...selection.ids].filter((id) => !ids.includes(id)));
    // Its panel would show the tags from before.
    if (open && ids.includes(open._id)) show(undefined);
  };
  const bulk = useBulkChange(onChanged);

  return (
    <Screen title="Image Management">
      <WithSidePanel
        panel={
          open && (
            <ImageDetails
              key={open._id}
              image={open}
              onClose={() => show(undefined)}
              onSaved={update}
              onRemove={trash.remove}
            />
          )
        }
      >
        <UploadArea accepted={{ pictures: true, videos: true, videoLimits }} onShow={show} />
        <TrashErrors trash={trash} />
        <RefusedImages bulk={bulk} />
        <Filters filter={filter} counts={page?.counts} search={search} onSearch={setSearch} />
        <FoundImages found={found} openId={open?._id} onOpen={show} trash={trash} selection={selection} bulk={bulk}>
          <NoImages filter={filter} search={debounced} onShowAll={showAll} />
        </FoundImages>
        {query.isFetchNextPageError && (
          <LoadFailure
            heading="More images could not be loaded."
            error={query.error}
            onRetry={() => query.fetchNextPage()}
          />
        )}
        <p className="visually-hidden" role="status">
          {page && (debounced !== '' || filter !== 'all') ? `${formatCount(page.total, 'image')} found` : ''}
        </p>
      </WithSidePanel>
    </Screen>
  );
}

interface FoundImagesProps {
  found: ReturnType<typeof useImagePages>;
  openId: string | undefined;
  onOpen: (image: Image) => void;
  trash: ReturnType<typeof useImageTrash>;
  selection: ReturnType<typeof useImageSelection>;
  bulk: BulkChange;
  /** Shown if no image matches. */
  children: ReactNode;
}

function FoundImages({ found, openId, onOpen, trash, selection, bulk, children }: FoundImagesProps) {
  const { query, images, total, loadMore } = found;
  if (query.error && images.length === 0)
    return (
      <LoadFailure heading="The images could not be loaded." error={query.error} onRetry={() => query.refetch()} />
    );
  if (!query.data) return <SkeletonRows />;
  if (images.length === 0) return children;
  const grid = { images, total, onEndNear: loadMore };
  // Depends on the images and not on the filter: the grid stays until the images of another filter have loaded.
  return images[0]?.trashed ? (
    <TrashGrid {...grid} onRestore={trash.restore} />
  ) : (
    <SelectableImages found={found} selection={selection} bulk={bulk}>
      <ImageGrid {...grid} openId={openId} onOpen={onOpen} onRemove={trash.remove} selection={selection} />
    </SelectableImages>
  );
}

type SelectableImagesProps = Pick<FoundImagesProps, 'found' | 'selection' | 'bulk' | 'children'>;

/** The images with a bar below them while some are selected. Escape clears the selection. */
function SelectableImages({ found: { query, images, total }, selection, bulk, children }: SelectableImagesProps) {
  const container = useRef<HTMLDivElement>(null);
  useFocusFallback(container);
  const [isLoadingAll, setLoadingAll] = useState(false);
  const selectAll = async () => {
    setLoadingAll(true);
    let pages = query.data?.pages ?? [];
    let hasMore = query.hasNextPage;
    while (hasMore && pages.flatMap((page) => page.images).length < maxImagesPerAction) {
      const next = await query.fetchNextPage();
      pages = next.data?.pages ?? pages;
      hasMore = next.hasNextPage && !next.isFetchNextPageError;
    }
    setLoadingAll(false);
    selection.replace(pages.flatMap((page) => page.images.map(({ _id }) => _id)).slice(0, maxImagesPerAction));
  };
  const onKeyDown = ({ key, defaultPrevented, target, currentTarget }: KeyboardEvent) => {
    // React passes on the events of a popover, which is elsewhere on the page.
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (key === 'Escape' && !defaultPrevented && isInside) selection.clear();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for a button inside
    <div ref={container} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
      {selection.ids.size > 0 && (
        <SelectionBar
          selection={selection}
          images={images}
          total={total}
          isLoadingAll={isLoadingAll}
          onSelectAll={selectAll}
          bulk={bulk}
        />
      )}
    </div>
  );
}

interface NoImagesProps {
  filter: ImageFilter;
  search: string;
  onShowAll: () => void;
}

function NoImages({ filter, search, onShowAll }: NoImagesProps) {
  const action =
    filter !== 'all' || search !== '' ? (
      <Button onClick={onShowAll}>Show all images</Button>
    ) : (
      <Button variant="filled" onClick={() => chooseImages()}>
        Upload images
      </Button>
    );
  const isTrash = filter === 'trash' && search === '';
  return (
    <EmptyState action={action}>
      {filter === 'videos' && search === ''
        ? 'No videos yet. Upload one above.'
        : isTrash
          ? 'The trash is empty.'
          : messages.noImages}
    </EmptyState>
  );
}

interface FiltersProps {
  filter: ImageFilter;
  counts: Record<ImageFilter, number> | undefined;
  search: string;
  onSearch: (search: string) => void;
}

const filterHints: Partial<Record<ImageFilter, string>> = {
  unused:
    'No page shows these images, so you can delete them. Illustrations belong to the design and are not listed here.',
  trash: 'Deleted images can be restored for 30 days, with their alt text and tags. Then they are deleted permanently.',
};

/** Returns the filters by state. Those by kind are left out while there is one kind only. */
export function listStates(filter: ImageFilter, counts: FiltersProps['counts']): Partial<typeof stateLabels> {
  const { pictures, videos, ...others } = stateLabels;
  const isMixed = counts !== undefined && counts.pictures > 0 && counts.videos > 0;
  return isMixed || filter === 'pictures' || filter === 'videos' ? stateLabels : others;
}

/** Returns the counts without that of recent images if all are recent. */
function withoutRepeats(counts: FiltersProps['counts']) {
  return counts && { ...counts, recent: counts.recent === counts.all ? undefined : counts.recent };
}

function Filters({ filter, counts, search, onSearch }: FiltersProps) {
  const navigate = useNavigate();
  const chips = {
    selected: filter,
    counts,
    onSelect: (name: ImageFilter) => navigate({ to: '/images', search: name === 'all' ? {} : { filter: name } }),
  };
  return (
    <>
      <ListFilters
        activeCount={Number(filter !== 'all')}
        search={<SearchInput label="Search images" placeholder="Search images" value={search} onChange={onSearch} />}
      >
        <FilterChips label="Filter" options={listStates(filter, counts)} {...chips} counts={withoutRepeats(counts)} />
        <Group gap={8}>
          <small aria-hidden="true">Tags:</small>
          <FilterChips label="Tags" options={tagLabels} {...chips} />
        </Group>
      </ListFilters>
      {filterHints[filter] && <small>{filterHints[filter]}</small>}
    </>
  );
}
