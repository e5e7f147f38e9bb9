import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Image, ImageFilter, ImagePage } from '@threadline/schema/image';
import { type ReactNode, useCallback, useState } from 'react';
import { messages } from '../../messages.ts';
import { Screen } from '../../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { chooseFiles } from './choose-files.ts';
import { DeletedGrid } from './deleted-grid.tsx';
import { filterLabels, filterOf, foundWords } from './filters.ts';
import { ImageDetails } from './image-details.tsx';
import { ImageGrid } from './image-grid.tsx';
import { ImageSearch } from './image-search.tsx';
import { ImagePlaces } from './image-uses.tsx';
import classes from './images.module.css';
import { imagePagesQuery } from './images-query.ts';
import { UploadArea } from './upload-area.tsx';
import { useRemoval } from './use-removal.tsx';

const searchAfterMs = 200;

/** /admin/images: upload, find, describe, copy the address of and delete images. */
export function ImagesScreen() {
  const filter = filterOf(useSearch({ from: '/signed-in/images' }).filter);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, searchAfterMs);
  const query = useInfiniteQuery(imagePagesQuery({ filter, search: wanted.trim() }));
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
  const removal = useRemoval((image) => setOpen((before) => (before?._id === image._id ? undefined : before)));
  const page = query.data?.pages.at(-1)?.page;

  return (
    <Screen title="Image Management">
      <div className={sidePanel.columns} data-open={open !== undefined || undefined}>
        <div className={sidePanel.main}>
          <UploadArea onShow={show} />
          <RemovalProblems {...removal} />
          <Filters filter={filter} counts={page?.counts} search={search} onSearch={setSearch} />
          <FoundImages
            query={query}
            none={<NoImages filter={filter} search={wanted} onShowAll={showAll} />}
            openId={open?._id}
            onOpen={show}
            onRemove={removal.remove}
            onRestore={removal.restore}
          />
          {query.isFetchNextPageError && (
            <LoadFailure
              what="More images could not be loaded."
              error={query.error}
              onRetry={() => query.fetchNextPage()}
            />
          )}
          <p className="visually-hidden" role="status">
            {page && (wanted !== '' || filter !== 'all') ? foundWords(page.total) : ''}
          </p>
        </div>
        {open && (
          <ImageDetails
            key={open._id}
            image={open}
            onClose={() => show(undefined)}
            onSaved={setOpen}
            onRemove={removal.remove}
          />
        )}
      </div>
    </Screen>
  );
}

interface FoundImagesProps {
  query: UseInfiniteQueryResult<InfiniteData<{ images: Image[]; page?: ImagePage }>>;
  /** Stands where there is no image. */
  none: ReactNode;
  openId: string | undefined;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
  onRestore: (image: Image) => void;
}

/** The images of the library, or those of the bin. */
function FoundImages({ query, none, openId, onOpen, onRemove, onRestore }: FoundImagesProps) {
  const { isFetching, isFetchNextPageError, fetchNextPage } = query;
  const onEndNear = useCallback(() => {
    if (!isFetching && !isFetchNextPageError) fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  const images = query.data?.pages.flatMap((each) => each.images) ?? [];
  if (query.error && images.length === 0)
    return <LoadFailure what="The images could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows />;
  if (images.length === 0) return none;
  const total = query.data.pages.at(-1)?.page?.total ?? images.length;
  // By what they are, not by the filter: the grid stays while another filter is being read.
  if (images[0]?.deleted)
    return <DeletedGrid images={images} total={total} onRestore={onRestore} onEndNear={onEndNear} />;
  return (
    <ImageGrid
      images={images}
      total={total}
      openId={openId}
      onOpen={onOpen}
      onRemove={onRemove}
      onEndNear={onEndNear}
    />
  );
}

interface NoImagesProps {
  filter: ImageFilter;
  search: string;
  onShowAll: () => void;
}

function NoImages({ filter, search, onShowAll }: NoImagesProps) {
  const isNarrowed = filter !== 'all' || search !== '';
  const action = isNarrowed ? (
    <Button onClick={onShowAll}>Show all images</Button>
  ) : (
    <Button variant="filled" onClick={() => chooseFiles(() => undefined)}>
      Upload images
    </Button>
  );
  const isBin = filter === 'deleted' && search === '';
  return (
    <EmptyState action={action}>
      {isBin ? 'Nothing is deleted. What you delete can be brought back here for 30 days.' : messages.noImages}
    </EmptyState>
  );
}

function RemovalProblems({ inUse, clearInUse, problem }: ReturnType<typeof useRemoval>) {
  return (
    <>
      {problem && (
        <div className="alert" role="alert">
          {problem}
        </div>
      )}
      {inUse && (
        <div className={`alert ${classes.inUse}`} data-tone="waiting" role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <div>
            <p>
              <strong>{inUse.image.originalName} is used on the website.</strong> Choose another picture there, then
              delete it.
            </p>
            <ImagePlaces uses={inUse.uses} />
          </div>
          <button type="button" className="text-button" onClick={clearInUse}>
            Close
          </button>
        </div>
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

function Filters({ filter, counts, search, onSearch }: FiltersProps) {
  const navigate = useNavigate();
  return (
    <div className={classes.filters}>
      <fieldset aria-label="Filter" className={classes.chips}>
        {(Object.entries(filterLabels) as [ImageFilter, string][]).map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === filter}
            onClick={() => navigate({ to: '/images', search: name === 'all' ? {} : { filter: name } })}
          >
            {label} <small>{counts?.[name]}</small>
          </button>
        ))}
      </fieldset>
      <ImageSearch label="Search images" value={search} onChange={onSearch} className={classes.search} />
      {filter === 'unused' && (
        <p className="meta">
          No page shows these. The drawings that pages show are part of the site and are not listed here.
        </p>
      )}
      {filter === 'deleted' && (
        <p className="meta">A deleted image can come back for 30 days, with its words and tags. Then it is gone.</p>
      )}
    </div>
  );
}
