import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Image, type ImageFilter, imageFilterSchema } from '@threadline/schema/content/image';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { messages } from '../../ui/messages.ts';
import { WithSidePanel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchInput, searchDelayMs } from '../../ui/search-input.tsx';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { ImageDetails, ImageUseList } from './image-details.tsx';
import { ImageGrid, TrashGrid } from './image-grid.tsx';
import { searchPlaceholder, useImagePages } from './images-query.ts';
import { UploadArea } from './upload-area.tsx';
import { chooseImages } from './upload-queue.ts';
import { useImageTrash } from './use-image-trash.ts';

/** Spec §2: All, Recent, Hero, Banner, Gallery. The others list open work and the trash. */
export const filterLabels: Record<ImageFilter, string> = {
  all: 'All',
  recent: 'Recent',
  hero: 'Hero',
  banner: 'Banner',
  gallery: 'Gallery',
  unused: 'Unused',
  'no-alt': 'Missing alt text',
  trash: 'Trash',
};

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
  const { query, page } = found;
  const [open, setOpen] = useState<Image>();
  const confirmLeaving = useConfirmLeaving();
  const show = async (image: Image | undefined) => {
    if (image?._id !== open?._id && (await confirmLeaving())) setOpen(image);
  };
  const navigate = useNavigate();
  const showAll = () => {
    setSearch('');
    navigate({ to: '/images' });
  };
  const trash = useImageTrash((image) => setOpen((before) => (before?._id === image._id ? undefined : before)));

  return (
    <Screen title="Image Management">
      <WithSidePanel
        panel={
          open && (
            <ImageDetails
              key={open._id}
              image={open}
              onClose={() => show(undefined)}
              onSaved={setOpen}
              onRemove={trash.remove}
            />
          )
        }
      >
        <UploadArea onShow={show} />
        <TrashErrors trash={trash} />
        <Filters filter={filter} counts={page?.counts} search={search} onSearch={setSearch} />
        <FoundImages found={found} openId={open?._id} onOpen={show} trash={trash}>
          <NoImages filter={filter} search={debounced} onShowAll={showAll} />
        </FoundImages>
        {query.isFetchNextPageError && (
          <LoadFailure
            what="More images could not be loaded."
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
  /** Shown if no image matches. */
  children: ReactNode;
}

function FoundImages({ found, openId, onOpen, trash, children }: FoundImagesProps) {
  const { query, images, total, loadMore } = found;
  if (query.error && images.length === 0)
    return <LoadFailure what="The images could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows />;
  if (images.length === 0) return children;
  const grid = { images, total, onEndNear: loadMore };
  // Depends on the images and not on the filter: the grid stays until the images of another filter have loaded.
  return images[0]?.trashed ? (
    <TrashGrid {...grid} onRestore={trash.restore} />
  ) : (
    <ImageGrid {...grid} openId={openId} onOpen={onOpen} onRemove={trash.remove} />
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
      {isTrash ? 'The trash is empty. Deleted images can be restored here for 30 days.' : messages.noImages}
    </EmptyState>
  );
}

/** Why an image was not deleted or restored, with links to the fields that still use it. */
function TrashErrors({ trash: { inUse, clearInUse, error } }: { trash: ReturnType<typeof useImageTrash> }) {
  return (
    <>
      {error && <Alert role="alert">{error}</Alert>}
      {inUse && (
        <Alert
          tone="warning"
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
          actions={<TextButton onClick={clearInUse}>Close</TextButton>}
          role="alert"
        >
          <strong>{inUse.image.originalName} is used on the website.</strong> Choose another picture there, then delete
          it.
          <ImageUseList uses={inUse.uses} />
        </Alert>
      )}
    </>
  );
}

interface FiltersProps {
  filter: ImageFilter;
  counts: Record<ImageFilter, number> | undefined;
  search: string;
  onSearch: (search: string) => void;
}

const filterHints: Partial<Record<ImageFilter, string>> = {
  unused: 'No page shows these images. Illustrations are part of the site and not listed here.',
  trash: 'Deleted images can be restored for 30 days, with their alt text and tags. Then they are deleted permanently.',
};

function Filters({ filter, counts, search, onSearch }: FiltersProps) {
  const navigate = useNavigate();
  return (
    <Group gap={10} justify="space-between">
      <FilterChips
        label="Filter"
        options={filterLabels}
        selected={filter}
        counts={counts}
        onSelect={(name) => navigate({ to: '/images', search: name === 'all' ? {} : { filter: name } })}
      />
      <SearchInput
        label="Search images"
        placeholder={searchPlaceholder}
        value={search}
        onChange={onSearch}
        flex="1 1 200px"
      />
      {filterHints[filter] && <small>{filterHints[filter]}</small>}
    </Group>
  );
}
