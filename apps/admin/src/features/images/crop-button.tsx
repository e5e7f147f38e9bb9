import { IconCrop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import type { ImageEdit, Size } from '@threadline/schema/content/image-edit';
import { useState } from 'react';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useToast } from '../../ui/toast.tsx';
import { usePublishStatus } from '../publishing/publishing-events.ts';
import { showCurrentPictures } from './current-picture.tsx';
import { countKnownUses, refreshImages } from './images-query.ts';

const CropEditor = lazyComponent('CropEditor', () => import('./crop-editor.tsx'), {
  label: 'The crop editor',
  isDialog: true,
});

interface CropButtonProps {
  image: Image;
  label: string;
  /** The field, for screen readers. */
  about?: string;
  /** The shape in which the field shows the image. */
  shape?: Size | undefined;
  /** True if the field shows the image, and its saved value does not. */
  isUnsavedUse?: boolean;
  onChanged?: (image: Image) => void;
  /** Uses a copy with the crop instead of the image. */
  onCopied?: (copy: Image) => void;
}

/** Returns a function that says when visitors see a changed picture, where that is not at once. */
export function useNextPublishNote(): (isUsed: boolean) => string {
  const isReviewed = usePublishStatus()?.review ?? false;
  return (isUsed) => (isUsed && isReviewed ? ' Visitors see it with the next publish.' : '');
}

/** Opens the crop editor. Renders nothing for an image without a stored original, such as a video or an SVG. */
export function CropButton({ image, label, about, shape, isUnsavedUse, onChanged, onCopied }: CropButtonProps) {
  const { _id: id, original } = image;
  const toast = useToast();
  const noteNextPublish = useNextPublishNote();
  const queryClient = useQueryClient();
  const [isCropping, setCropping] = useState(false);
  const show = (changed: Image) => {
    onChanged?.(changed);
    showCurrentPictures();
    refreshImages(queryClient);
  };
  const undo = useMutation({
    mutationFn: (edit: ImageEdit) => unwrap(api.client.upload.image[':id'].edit.$put({ param: { id }, json: edit })),
    onSuccess: (reply) => {
      show(reply.image);
      toast({ text: `The crop of ${reply.image.originalName} was undone.` });
    },
    onError: (error) =>
      toast({ tone: 'danger', text: getErrorMessage(error, 'The crop could not be undone. Try again.') }),
  });
  const onCropped = (changed: Image, before: ImageEdit) => {
    setCropping(false);
    const uses = countKnownUses(queryClient, image);
    const isShared = uses === undefined || uses + (isUnsavedUse ? 1 : 0) > 1;
    show(changed);
    toast({
      text: `${changed.originalName} is updated${isShared ? ' everywhere' : ''}.${noteNextPublish(uses !== 0)}`,
      action: { label: 'Undo', run: () => undo.mutate(before) },
    });
  };
  const takeCopy =
    onCopied &&
    ((copy: Image) => {
      setCropping(false);
      onCopied(copy);
      refreshImages(queryClient);
    });
  if (!original || image.video) return null;
  return (
    <>
      <Button
        size="xs"
        aria-haspopup="dialog"
        onClick={() => setCropping(true)}
        leftSection={<IconCrop size={16} aria-hidden="true" />}
      >
        {label}
        {about && <span className="visually-hidden">: {about}</span>}
      </Button>
      {isCropping && (
        <CropEditor
          image={image}
          original={original}
          shape={shape}
          isUnsavedUse={isUnsavedUse}
          onSaved={onCropped}
          onCopied={takeCopy}
          onClose={() => setCropping(false)}
        />
      )}
    </>
  );
}
