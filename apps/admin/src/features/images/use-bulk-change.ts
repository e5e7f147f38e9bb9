import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkImageChange, BulkImageResult } from '@threadline/schema/content/image';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { useToast } from '../../ui/toast.tsx';
import { refreshImages } from './images-query.ts';

/** Returns the sentence about a bulk change that was made. */
export function describeBulkChange(change: BulkImageChange, count: number): string {
  const images = formatCount(count, 'image');
  switch (change.action) {
    case 'delete':
      return `${images} moved to the trash. You can restore ${count === 1 ? 'it' : 'them'} for 30 days.`;
    case 'restore':
      return `${images} restored.`;
    case 'add-tag':
      return count === 0 ? `All selected images have the tag “${change.tag}”.` : `“${change.tag}” added to ${images}.`;
    case 'remove-tag':
      return count === 0 ? `No selected image has the tag “${change.tag}”.` : `“${change.tag}” removed from ${images}.`;
  }
}

type Outcome = BulkImageResult & { action: BulkImageChange['action'] };
type RefusedImage = BulkImageResult['refused'][number];

/** Returns whether an image was not deleted because a page shows it, or a video before it plays. */
export function isInUse({ uses, videos }: Pick<RefusedImage, 'uses' | 'videos'>): boolean {
  return uses.length + videos.length > 0;
}

/** Returns the sentence about the images that a bulk change left as they were. */
export function describeRefusals({ action, changed, refused }: Outcome): string {
  const inUseCount = refused.filter(isInUse).length;
  if (action !== 'delete' || inUseCount === 0) {
    return `${formatCount(refused.length, 'image was', 'images were')} not changed.`;
  }
  const others = refused.length - inUseCount;
  return [
    `${formatCount(changed.length, 'image')} deleted`,
    `${inUseCount} kept because ${inUseCount === 1 ? 'it is' : 'they are'} in use`,
    ...(others > 0 ? [`${others} not changed`] : []),
  ]
    .join(', ')
    .concat('.');
}

/** Returns the change that undoes another one for the images that it has changed. */
export function invertBulkChange(change: BulkImageChange, ids: string[]): BulkImageChange {
  switch (change.action) {
    case 'delete':
      return { action: 'restore', ids };
    case 'restore':
      return { action: 'delete', ids };
    case 'add-tag':
      return { action: 'remove-tag', tag: change.tag, ids };
    case 'remove-tag':
      return { action: 'add-tag', tag: change.tag, ids };
  }
}

/** Changes several images in one request, and offers to undo it. */
export function useBulkChange(onChanged: (change: BulkImageChange, ids: string[]) => void) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const mutation = useMutation({
    mutationFn: ({ change }: { change: BulkImageChange; isUndo?: boolean }) =>
      unwrap(api.client.upload.images.bulk.$post({ json: change })),
    onMutate: () => setOutcome(undefined),
    onSuccess: (result, { change, isUndo }) => {
      setOutcome({ ...result, action: change.action });
      onChanged(change, result.changed);
      const count = result.changed.length;
      if (count === 0 && result.refused.length > 0) return;
      const undo = () => mutation.mutate({ change: invertBulkChange(change, result.changed), isUndo: true });
      const action = count > 0 && !isUndo ? { action: { label: 'Undo', run: undo } } : {};
      toast({ text: describeBulkChange(change, count), ...action });
    },
    onSettled: () => refreshImages(queryClient),
  });
  return {
    change: (change: BulkImageChange) => mutation.mutate({ change }),
    isPending: mutation.isPending,
    error: mutation.error,
    outcome,
    clearOutcome: () => setOutcome(undefined),
  };
}

export type BulkChange = ReturnType<typeof useBulkChange>;
