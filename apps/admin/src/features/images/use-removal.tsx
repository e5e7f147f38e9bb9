import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Image, ImageUse } from '@threadline/schema/image';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { messages } from '../../ui/messages.ts';
import { useToast } from '../../ui/toast.tsx';
import { imageUsesQuery, refreshImages } from './images-query.ts';

/** Deletes after a question, brings back, and refuses what a page still shows. */
export function useRemoval(onRemoved: (image: Image) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [inUse, setInUse] = useState<{ image: Image; uses: ImageUse[] }>();
  const refresh = () => refreshImages(queryClient);

  const restore = useMutation({
    mutationFn: ({ _id }: Image) => answerOf(api.client.upload.image[':id'].restore.$post({ param: { id: _id } })),
    onSuccess: (_reply, { originalName }) => toast({ text: `${originalName} is back.` }),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: ({ _id, publicId }: Image) =>
      answerOf(api.client.upload.image[':id'].$delete({ param: { id: _id }, json: { publicId } })),
    onSuccess: (_reply, image) => {
      onRemoved(image);
      toast({
        text: `${image.originalName} was deleted. It can come back for 30 days, under Trash.`,
        action: { label: 'Undo', run: () => restore.mutate(image) },
      });
    },
    onSettled: refresh,
  });

  const remove = async (image: Image) => {
    setInUse(undefined);
    removal.reset();
    restore.reset();
    // The server decides; this only says it before the question is asked.
    const uses = await queryClient.fetchQuery({ ...imageUsesQuery(image), staleTime: 0 }).then(
      (reply) => reply.uses,
      () => [],
    );
    if (uses.length > 0) return setInUse({ image, uses });
    const question = {
      title: `Delete ${image.originalName}`,
      text: `${messages.confirmImageDelete} You can undo this.`,
      action: 'Delete',
    };
    if (await confirm(question)) removal.mutate(image);
  };
  const failed = removal.error ? removal : restore;
  const problem =
    failed.error && `${failed.variables?.originalName}: ${sentenceOf(failed.error, 'That did not work. Try again.')}`;
  return { remove, restore: restore.mutate, inUse, clearInUse: () => setInUse(undefined), problem };
}
