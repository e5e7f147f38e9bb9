import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { artNames } from '@threadline/schema/art';
import { type Image, publicIdOf } from '@threadline/schema/image';
import { useState } from 'react';
import { artThumbnailOf } from '../../ui/art-thumbnail.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { Modal } from '../../ui/modal.ts';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { foundWords } from './filters.ts';
import { thumbnailOf } from './image-card.tsx';
import classes from './image-picker.module.css';
import { ImageSearch } from './image-search.tsx';
import { PickerGrid, type Picture } from './picker-grid.tsx';
import { UploadArea } from './upload-area.tsx';
import { useImagePages } from './use-image-pages.ts';

interface ImagePickerProps {
  /** Of the dialog: "Choose a picture". */
  title: string;
  /** What the field shows now. */
  value: string;
  onChoose: (src: string) => void;
  onClose: () => void;
}

const searchAfterMs = 200;
const drawings: Picture[] = Object.entries(artNames).map(([name, label]) => ({
  src: `/art/${name}`,
  thumbnail: artThumbnailOf(name),
  name: label,
}));

const pictureOf = (image: Image): Picture => ({
  src: image.url,
  thumbnail: thumbnailOf(image),
  name: image.originalName,
  alt: image.decorative ? 'Decorative' : image.alt,
  focus: image.focus,
});

/** The library and the drawings of the site, to choose one picture for a field; a new one can be uploaded in place. */
export function ImagePicker({ title, value, onChoose, onClose }: ImagePickerProps) {
  const [search, setSearch] = useState('');
  const choose = ({ src }: Pick<Picture, 'src'>) => {
    onChoose(src);
    onClose();
  };
  const wanted = search.trim().toLowerCase();
  const found = drawings.filter(({ name }) => name.toLowerCase().includes(wanted));

  return (
    <Modal opened onClose={onClose} title={title} size="54rem" classNames={{ body: classes.body }}>
      <ImageSearch label="Search pictures" value={search} onChange={setSearch} isFirst />
      <Tabs defaultValue="library" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="library">Your images</Tabs.Tab>
          <Tabs.Tab value="drawings">Drawings of the site</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="library" className={classes.panel}>
          <UploadArea isSingle onShow={(image) => choose({ src: image.url })} />
          <Library search={wanted} value={value} onChoose={choose} onShowAll={() => setSearch('')} />
        </Tabs.Panel>
        <Tabs.Panel value="drawings" className={classes.panel}>
          {found.length === 0 ? (
            <NoPictures onShowAll={() => setSearch('')} />
          ) : (
            <div className={classes.scroller} data-scrolls="">
              <PickerGrid
                key={wanted}
                pictures={found}
                total={found.length}
                isChosen={({ src }) => src === value}
                onChoose={choose}
              />
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

/** Without a search, the way out is the upload above it. */
function NoPictures({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  return (
    <EmptyState action={onShowAll && <Button onClick={onShowAll}>Show all pictures</Button>}>
      {messages.noImages}
    </EmptyState>
  );
}

interface LibraryProps {
  search: string;
  value: string;
  onChoose: (picture: Picture) => void;
  onShowAll: () => void;
}

/** The library, page by page. */
function Library({ search, value, onChoose, onShowAll }: LibraryProps) {
  const [wanted] = useDebouncedValue(search, searchAfterMs);
  const { query, images, total, onEndNear } = useImagePages({ filter: 'all', search: wanted });
  const pictures = images.map(pictureOf);
  const chosen = publicIdOf(value);

  if (query.error)
    return (
      <LoadFailure
        what={pictures.length === 0 ? 'The images could not be loaded.' : 'More images could not be loaded.'}
        error={query.error}
        onRetry={() => (pictures.length === 0 ? query.refetch() : query.fetchNextPage())}
      />
    );
  if (!query.data) return <SkeletonRows />;
  if (pictures.length === 0) return <NoPictures onShowAll={wanted === '' ? undefined : onShowAll} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : foundWords(total)}
      </p>
      <div className={classes.scroller} data-scrolls="">
        <PickerGrid
          key={wanted}
          pictures={pictures}
          total={total}
          isChosen={({ src }) => chosen !== undefined && publicIdOf(src) === chosen}
          onChoose={onChoose}
          onEndNear={onEndNear}
        />
      </div>
    </>
  );
}
