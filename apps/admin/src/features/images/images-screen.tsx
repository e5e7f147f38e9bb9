import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Image } from '@threadline/schema/image';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { messages } from '../../messages.ts';
import { Screen } from '../../shell/screen.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { imageFilters, matches } from './filters.ts';
import { ImageCard } from './image-card.tsx';
import { ImageDetails } from './image-details.tsx';
import classes from './images.module.css';
import { imagesQuery } from './images-query.ts';
import { UploadArea } from './upload-area.tsx';

/** /admin/images: upload, find, describe, copy the address of and delete images. */
export function ImagesScreen() {
  const query = useQuery(imagesQuery);
  const [openId, setOpenId] = useState<string>();
  const open = query.data?.images.find(({ _id }) => _id === openId);
  const removal = useRemoval();

  return (
    <Screen title="Image Management">
      <div className={sidePanel.columns} data-open={open !== undefined || undefined}>
        <div className={sidePanel.main}>
          <UploadArea />
          {removal.problem && (
            <div className="alert" role="alert">
              {removal.problem}
            </div>
          )}
          {query.data ? (
            <Library images={query.data.images} openId={openId} onOpen={setOpenId} onRemove={removal.remove} />
          ) : query.error ? (
            <LoadFailure what="The images could not be loaded." error={query.error} onRetry={() => query.refetch()} />
          ) : (
            <SkeletonRows />
          )}
        </div>
        {open && (
          <ImageDetails
            key={open._id}
            image={open}
            onClose={() => setOpenId(undefined)}
            onRemove={() => removal.remove(open)}
          />
        )}
      </div>
    </Screen>
  );
}

function useRemoval() {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ _id, publicId }: Image) =>
      answerOf(api.client.upload.image[':id'].$delete({ param: { id: _id }, json: { publicId } })),
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: ['images'] });
      queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    },
  });
  const remove = async (image: Image) => {
    if (await confirm({ title: 'Delete image', text: messages.confirmImageDelete, action: 'Delete' }))
      mutation.mutate(image);
  };
  const problem =
    mutation.error && `${mutation.variables?.originalName}: ${sentenceOf(mutation.error, 'It could not be deleted.')}`;
  return { remove, problem };
}

interface LibraryProps {
  images: Image[];
  openId: string | undefined;
  onOpen: (id: string) => void;
  onRemove: (image: Image) => void;
}

function Library({ images, openId, onOpen, onRemove }: LibraryProps) {
  const { filter: wanted = 'all' } = useSearch({ from: '/signed-in/images' });
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [now] = useState(Date.now);
  const filter = imageFilters.find(({ name }) => name === wanted) ?? imageFilters[0];
  const shown = images.filter((image) => filter?.fits(image, now) && matches(image, search));

  return (
    <>
      <div className={classes.filters}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside the search box */}
        <div role="group" aria-label="Filter" className={classes.chips}>
          {imageFilters.map(({ name, label, fits }) => (
            <button
              type="button"
              key={name}
              aria-pressed={name === filter?.name}
              onClick={() => navigate({ to: '/images', search: name === 'all' ? {} : { filter: name } })}
            >
              {label} <small>{images.filter((image) => fits(image, now)).length}</small>
            </button>
          ))}
        </div>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search images"
          placeholder="Search name, tag or description"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.search}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState>{messages.noImages}</EmptyState>
      ) : (
        <ul className={classes.grid}>
          {shown.map((image) => (
            <ImageCard
              key={image._id}
              image={image}
              isOpen={image._id === openId}
              onOpen={() => onOpen(image._id)}
              onRemove={() => onRemove(image)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
