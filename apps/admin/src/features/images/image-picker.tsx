import { Stack, Tabs, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { getPublicId, type Image } from '@threadline/schema/content/image';
import { artNames } from '@threadline/schema/primitives/art';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { formatFileSize } from '../../format/time.ts';
import { getArtThumbnail } from '../../ui/art-thumbnail.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { messages } from '../../ui/messages.ts';
import { SearchInput, searchDelayMs } from '../../ui/search-input.tsx';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { CurrentPicture } from './current-picture.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import classes from './images.module.css';
import { useImagePages } from './images-query.ts';
import { UploadArea } from './upload-area.tsx';
import { useVirtualGrid, VirtualGrid } from './virtual-grid.tsx';

/** A choice: an image of the library or an illustration. */
interface Picture {
  /** The address that the field stores. */
  key: string;
  thumbnail: ReactNode;
  name: string;
  note?: string;
}

const illustrations: Picture[] = Object.entries(artNames).map(([name, label]) => ({
  key: `/art/${name}`,
  thumbnail: <CurrentPicture src={getArtThumbnail(name)} alt="" decoding="async" />,
  name: label,
}));

function toPicture(image: Image): Picture {
  return {
    key: image.url,
    thumbnail: <ImageThumbnail image={image} alt="" />,
    name: image.originalName,
    note: image.video ? formatFileSize(image.bytes) : image.decorative ? 'Decorative' : image.alt || 'No alt text',
  };
}

interface ImagePickerProps {
  /** The title of the dialog. */
  title: string;
  /** The address that the field has now. */
  value: string;
  onChoose: (src: string) => void;
  onClose: () => void;
  /** Whether it offers videos instead of pictures. */
  takesVideos?: boolean;
  /** Whether it also offers the illustrations of the site. */
  takesIllustrations?: boolean;
}

/** A dialog that chooses one image of the library or one illustration. A new image can be uploaded in it. */
export function ImagePicker({ title, value, onChoose, onClose, ...offered }: ImagePickerProps) {
  const { takesVideos = false, takesIllustrations = !takesVideos } = offered;
  const [search, setSearch] = useState('');
  const choose = (src: string) => {
    onChoose(src);
    onClose();
  };
  const wanted = search.trim().toLowerCase();
  const found = illustrations.filter(({ name }) => name.toLowerCase().includes(wanted));

  const library = (
    <Library
      takesVideos={takesVideos}
      search={wanted}
      value={value}
      onChoose={choose}
      onShowAll={() => setSearch('')}
    />
  );

  return (
    <Dialog opened onClose={onClose} title={title} size="54rem">
      <SearchInput
        label={takesVideos ? 'Search videos' : 'Search images'}
        placeholder={takesVideos ? 'Search videos' : 'Search images'}
        value={search}
        onChange={setSearch}
        mb={12}
        data-autofocus
      />
      {!takesIllustrations ? (
        library
      ) : (
        <Tabs defaultValue="library" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="library">Your images</Tabs.Tab>
            <Tabs.Tab value="illustrations">Illustrations</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="library" pt={12}>
            {library}
          </Tabs.Panel>
          <Tabs.Panel value="illustrations" pt={12}>
            {found.length === 0 ? (
              <NoPictures onShowAll={() => setSearch('')} />
            ) : (
              <PictureGrid
                key={wanted}
                pictures={found}
                total={found.length}
                isChosen={({ key }) => key === value}
                onChoose={choose}
              />
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  );
}

interface NoPicturesProps {
  what?: string | undefined;
  onShowAll: (() => void) | undefined;
}

function NoPictures({ what = messages.noImages, onShowAll }: NoPicturesProps) {
  return <EmptyState action={onShowAll && <Button onClick={onShowAll}>Show all</Button>}>{what}</EmptyState>;
}

interface LibraryProps {
  takesVideos: boolean;
  search: string;
  value: string;
  onChoose: (src: string) => void;
  onShowAll: () => void;
}

function Library({ takesVideos, search, value, onChoose, onShowAll }: LibraryProps) {
  const [wanted] = useDebouncedValue(search, searchDelayMs);
  const found = useImagePages({ filter: takesVideos ? 'videos' : 'pictures', search: wanted });
  const videoLimits = takesVideos ? found.videoLimits : undefined;
  const accepted = { pictures: !takesVideos, videos: takesVideos, videoLimits };
  return (
    <Stack gap={12}>
      <UploadArea isSingle accepted={accepted} onShow={(image) => onChoose(image.url)} />
      <FoundImages
        takesVideos={takesVideos}
        found={found}
        wanted={wanted}
        value={value}
        onChoose={onChoose}
        onShowAll={wanted === '' ? undefined : onShowAll}
      />
    </Stack>
  );
}

interface FoundImagesProps extends Pick<LibraryProps, 'takesVideos' | 'value' | 'onChoose'> {
  found: ReturnType<typeof useImagePages>;
  wanted: string;
  onShowAll: (() => void) | undefined;
}

function FoundImages({ takesVideos, found, wanted, value, onChoose, onShowAll }: FoundImagesProps) {
  const { query, images, total, loadMore } = found;
  const chosen = getPublicId(value);

  if (query.error)
    return (
      <LoadFailure
        heading={images.length === 0 ? 'The images could not be loaded.' : 'More images could not be loaded.'}
        error={query.error}
        onRetry={() => (images.length === 0 ? query.refetch() : query.fetchNextPage())}
      />
    );
  if (!query.data) return <SkeletonRows />;
  if (images.length === 0)
    return <NoPictures what={takesVideos ? 'No videos found.' : undefined} onShowAll={onShowAll} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : `${formatCount(total, 'image')} found`}
      </p>
      <PictureGrid
        key={wanted}
        pictures={images.map(toPicture)}
        total={total}
        isChosen={({ key }) => chosen !== undefined && getPublicId(key) === chosen}
        onChoose={onChoose}
        onEndNear={loadMore}
      />
    </>
  );
}

interface PictureGridProps {
  pictures: Picture[];
  total: number;
  isChosen: (picture: Picture) => boolean;
  onChoose: (src: string) => void;
  onEndNear?: () => void;
}

/** Returns how many pictures a key moves the focus by; undefined for a key that does not move it. */
export function getFocusStep(
  key: string,
  { columns, index, count }: { columns: number; index: number; count: number },
): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next < 0 || next >= count ? 0 : step;
}

/** One tab stop. The arrow keys, Home and End move the focus, Enter chooses. */
function PictureGrid({ pictures, total, isChosen, onChoose, onEndNear }: PictureGridProps) {
  const count = pictures.length;
  const grid = useVirtualGrid({ count, total, onEndNear, minCellWidth: 140, captionHeight: 74 });
  const [current, setCurrent] = useState(() => Math.max(0, pictures.findIndex(isChosen)));
  // A picture outside the rendered rows takes the focus when scrolling has rendered it.
  const [awaited, setAwaited] = useState<number>();
  const tabStop = grid.cells.some(({ index }) => index === current) ? current : grid.cells[0]?.index;

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = getFocusStep(event.key, { columns: grid.columns, index, count });
    if (step === undefined) return;
    event.preventDefault();
    if (step === 0) return;
    setAwaited(index + step);
    grid.scrollTo(index + step);
  };
  const onFocus = (index: number) => {
    setCurrent(index);
    setAwaited(undefined);
  };

  return (
    <div className={classes.scroller} data-scrolls="">
      <VirtualGrid grid={grid} items={pictures} total={total}>
        {(picture, index) => (
          <button
            type="button"
            className={classes.open}
            ref={index === awaited ? (button) => button?.focus({ preventScroll: true }) : undefined}
            tabIndex={index === tabStop ? 0 : -1}
            aria-pressed={isChosen(picture)}
            onFocus={() => onFocus(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onClick={() => onChoose(picture.key)}
          >
            <span className={classes.picture}>
              {picture.thumbnail}
              {isChosen(picture) && <IconCheck size={18} aria-hidden="true" />}
            </span>
            {/* Two lines, because file names often differ only at their end. */}
            <Text span lineClamp={2} mt={6} c="bright" fz="sm" fw={600}>
              {picture.name}
            </Text>
            {picture.note !== undefined && (
              <Text span truncate c="dimmed" fz="xs">
                {picture.note}
              </Text>
            )}
          </button>
        )}
      </VirtualGrid>
    </div>
  );
}
