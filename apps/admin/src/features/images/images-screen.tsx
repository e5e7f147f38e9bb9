import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Image, ImageFilter } from '@threadline/schema/image';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { Screen } from '../../ui/screen.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { EmptyState, LoadFailure } from '../../ui/states.tsx';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { chooseFiles } from './choose-files.ts';
import { filterLabels, filterOf, foundWords } from './filters.ts';
import { FoundImages } from './found-images.tsx';
import { ImageDetails } from './image-details.tsx';
import { ImageSearch } from './image-search.tsx';
import { ImagePlaces } from './image-uses.tsx';
import classes from './images.module.css';
import { UploadArea } from './upload-area.tsx';
import { useImagePages } from './use-image-pages.ts';
import { useRemoval } from './use-removal.tsx';

const searchAfterMs = 200;

/** /admin/images: upload, find, describe, copy the address of and delete images. */
export function ImagesScreen() {
  const filter = filterOf(useSearch({ from: '/signed-in/images' }).filter);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, searchAfterMs);
  const found = useImagePages({ filter, search: wanted.trim() });
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
  const removal = useRemoval((image) => setOpen((before) => (before?._id === image._id ? undefined : before)));

  return (
    <Screen title="Image Management">
      <div className={sidePanel.columns} data-open={open !== undefined || undefined}>
        <div className={sidePanel.main}>
          <UploadArea onShow={show} />
          <RemovalProblems {...removal} />
          <Filters filter={filter} counts={page?.counts} search={search} onSearch={setSearch} />
          <FoundImages
            found={found}
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
  const isTrash = filter === 'trash' && search === '';
  return (
    <EmptyState action={action}>
      {isTrash ? 'Nothing is deleted. What you delete can be brought back here for 30 days.' : messages.noImages}
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
      {filter === 'trash' && (
        <p className="meta">A deleted image can come back for 30 days, with its words and tags. Then it is gone.</p>
      )}
    </div>
  );
}
