import type { Image } from '@threadline/schema/image';
import type { ReactNode } from 'react';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { ImageGrid } from './image-grid.tsx';
import { TrashGrid } from './trash-grid.tsx';
import type { useImagePages } from './use-image-pages.ts';

interface FoundImagesProps {
  found: ReturnType<typeof useImagePages>;
  /** Stands where there is no image. */
  none: ReactNode;
  openId: string | undefined;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
  onRestore: (image: Image) => void;
}

/** The images of the library, or those in the trash. */
export function FoundImages({ found, none, openId, onOpen, onRemove, onRestore }: FoundImagesProps) {
  const { query, images, total, onEndNear } = found;
  if (query.error && images.length === 0)
    return <LoadFailure what="The images could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows />;
  if (images.length === 0) return none;
  const grid = { images, total, onEndNear };
  // By what they are, not by the filter: the grid stays while another filter is being read.
  return images[0]?.trashed ? (
    <TrashGrid {...grid} onRestore={onRestore} />
  ) : (
    <ImageGrid {...grid} openId={openId} onOpen={onOpen} onRemove={onRemove} />
  );
}
