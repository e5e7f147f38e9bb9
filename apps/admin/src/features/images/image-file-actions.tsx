import { Group, Text } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { CropButton, useNextPublishNote } from './crop-button.tsx';
import { showCurrentPictures } from './current-picture.tsx';
import { countKnownUses, imageUsesQuery, refreshImages } from './images-query.ts';
import { acceptedTypes, findFileError, replaceImageFile } from './send-image.ts';

interface ImageFileActionsProps {
  image: Image;
  /** Called when the picture has changed: its file, or its crop. */
  onChanged: (image: Image) => void;
  /** Called after that if another file shows something else. */
  onReplaced: () => void;
}

/** Returns the names of the places that show an image, with their number. An unknown use does not prevent the change. */
async function listPlaces(queryClient: QueryClient, image: Image): Promise<string[]> {
  const { uses, videos } = await queryClient
    .fetchQuery({ ...imageUsesQuery(image), staleTime: 0 })
    .catch(() => ({ uses: [], videos: [] }));
  const names = [...uses.map(({ name }) => name), ...videos.map((video) => `Poster image of ${video}`)];
  return [...Map.groupBy(names, (name) => name)].map(([name, { length }]) =>
    length === 1 ? name : `${name} (${formatCount(length, 'field')})`,
  );
}

/** The buttons that crop or replace the picture of an image. All its uses show the new one. */
export function ImageFileActions({ image, onChanged, onReplaced }: ImageFileActionsProps) {
  const { _id: id, originalName, previousName } = image;
  const toast = useToast();
  const noteNextPublish = useNextPublishNote();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const picker = useRef<HTMLInputElement>(null);
  const show = (changed: Image) => {
    onChanged(changed);
    showCurrentPictures();
    refreshImages(queryClient);
  };
  const restore = useMutation({
    mutationFn: () => unwrap(api.client.upload.image[':id'].file.restore.$post({ param: { id } })),
    onSuccess: (reply) => {
      show(reply.image);
      toast({ text: `${reply.image.originalName} is shown again.` });
    },
  });
  const replace = useMutation({
    mutationFn: async (file: File) => {
      const error = findFileError(file);
      if (error) throw new Error(error);
      return replaceImageFile(id, file);
    },
    onSuccess: (changed) => {
      const isUsed = countKnownUses(queryClient, image) !== 0;
      show(changed);
      onReplaced();
      toast({
        text: `${originalName} was replaced${isUsed ? ' in all places' : ''}. The image is now called ${changed.originalName}.${noteNextPublish(isUsed)}`,
        action: { label: 'Undo', run: () => restore.mutate() },
      });
    },
  });
  /** A picture that visitors see is replaced only after its places were named. */
  const replaceAfterQuestion = async (file: File) => {
    const places = findFileError(file) ? [] : await listPlaces(queryClient, image);
    const question = {
      title: `Replace ${originalName} everywhere?`,
      text: `It is used in: ${places.join(', ')}. You can undo this.${noteNextPublish(true)}`,
      action: 'Replace',
      danger: false,
    };
    if (places.length === 0 || (await confirm(question))) replace.mutate(file);
  };
  const { error } = restore.submittedAt > replace.submittedAt ? restore : replace;
  const fileError = error && !('code' in error) ? error.message : undefined;

  return (
    <div>
      <Group gap={8}>
        <CropButton image={image} label="Crop and rotate" onChanged={onChanged} />
        <Button
          size="xs"
          loading={replace.isPending}
          onClick={() => picker.current?.click()}
          leftSection={<IconReplace size={16} aria-hidden="true" />}
        >
          Replace file
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={acceptedTypes.join(',')}
          aria-label={`File that replaces ${originalName}`}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) replaceAfterQuestion(file);
            currentTarget.value = '';
          }}
        />
      </Group>
      {previousName && (
        <Text c="dimmed" fz="sm" mt={8}>
          This file replaced {previousName}.{' '}
          <TextButton disabled={restore.isPending} onClick={() => restore.mutate()}>
            Restore the previous file
          </TextButton>
        </Text>
      )}
      <ErrorAlert error={error} fallback={fileError ?? 'The image could not be changed. Try again.'} />
    </div>
  );
}
