import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Image, ImageUses } from '@threadline/schema/content/image';
import { useState } from 'react';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { messages } from '../../ui/messages.ts';
import { useToast } from '../../ui/toast.tsx';
import { imageUsesQuery, refreshImages } from './images-query.ts';

/** Moves images to the trash and restores them. An image that a page shows is not deleted. */
export function useImageTrash(onRemoved: (image: Image) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [inUse, setInUse] = useState<{ image: Image } & ImageUses>();
  const onSettled = () => refreshImages(queryClient);

  const restore = useMutation({
    mutationFn: ({ _id }: Image) => unwrap(api.client.upload.image[':id'].restore.$post({ param: { id: _id } })),
    onSuccess: (_reply, { originalName }) => toast({ text: `${originalName} was restored.` }),
    onSettled,
  });
  const removal = useMutation({
    mutationFn: ({ _id, publicId }: Image) =>
      unwrap(api.client.upload.image[':id'].$delete({ param: { id: _id }, json: { publicId } })),
    onSuccess: (_reply, image) => {
      onRemoved(image);
      toast({
        text: `${image.originalName} was moved to the trash. You can restore it for 30 days.`,
        action: { label: 'Undo', run: () => restore.mutate(image) },
      });
    },
    onSettled,
  });

  const remove = async (image: Image) => {
    setInUse(undefined);
    removal.reset();
    restore.reset();
    // The server refuses to delete a used image. This check avoids the question.
    const { uses, videos } = await queryClient
      .fetchQuery({ ...imageUsesQuery(image), staleTime: 0 })
      .catch(() => ({ uses: [], videos: [] }));
    if (uses.length + videos.length > 0) return setInUse({ image, uses, videos });
    const question = {
      title: `Delete ${image.originalName}`,
      text: `${messages.confirmImageDelete} You can undo this.`,
      action: 'Delete',
    };
    if (await confirm(question)) removal.mutate(image);
  };
  const failed = removal.error ? removal : restore;
  const error =
    failed.error &&
    `${failed.variables?.originalName}: ${getErrorMessage(failed.error, 'Nothing was changed. Try again.')}`;
  return { remove, restore: restore.mutate, inUse, clearInUse: () => setInUse(undefined), error };
}
