import type { Image } from '@threadline/schema/image';
import { ImageCard } from './image-card.tsx';
import classes from './images.module.css';
import { useVirtualGrid } from './use-virtual-grid.ts';

interface ImageGridProps {
  images: Image[];
  /** How many there are, also those that have not been read yet. */
  total: number;
  openId: string | undefined;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
  /** Called when the end of what has been read comes near. */
  onEndNear: () => void;
}

/** Each card with its name and a line of buttons. */
const measures = { narrowestCell: 180, belowPicture: 78 };

/** The library as cards. */
export function ImageGrid({ images, total, openId, onOpen, onRemove, onEndNear }: ImageGridProps) {
  const { list, cells, height } = useVirtualGrid({ count: images.length, total, onEndNear, ...measures });
  return (
    <ul ref={list} className={classes.grid} style={{ height }}>
      {cells.map(({ index, style }) => {
        const image = images[index];
        return (
          image && (
            <ImageCard
              key={image._id}
              image={image}
              place={{ number: index + 1, of: total }}
              style={style}
              isOpen={image._id === openId}
              onOpen={onOpen}
              onRemove={onRemove}
            />
          )
        );
      })}
    </ul>
  );
}
