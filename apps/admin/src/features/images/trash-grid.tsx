import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/image';
import { type CSSProperties, useEffect, useState } from 'react';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import classes from './images.module.css';
import { trashedThumbnailQuery } from './images-query.ts';
import { useVirtualGrid } from './use-virtual-grid.ts';

interface TrashGridProps {
  images: Image[];
  /** How many there are, also those that have not been read yet. */
  total: number;
  onRestore: (image: Image) => void;
  /** Called when the end of what has been read comes near. */
  onEndNear: () => void;
}

/** Each picture with its name, two lines for its time, and a button. */
const measures = { narrowestCell: 180, belowPicture: 120 };

/** The images in the trash, each with a button to restore it. */
export function TrashGrid({ images, total, onRestore, onEndNear }: TrashGridProps) {
  const { list, cells, height } = useVirtualGrid({ count: images.length, total, onEndNear, ...measures });
  // The button goes with its card: the list keeps the place for whoever works by keys.
  const restore = (image: Image) => {
    list.current?.focus({ preventScroll: true });
    onRestore(image);
  };
  return (
    <ul ref={list} className={classes.grid} style={{ height }} tabIndex={-1} aria-label="Trash">
      {cells.map(({ index, style }) => {
        const image = images[index];
        return (
          image && (
            <TrashCard
              key={image._id}
              image={image}
              place={{ number: index + 1, of: total }}
              style={style}
              onRestore={restore}
            />
          )
        );
      })}
    </ul>
  );
}

interface TrashCardProps extends Pick<TrashGridProps, 'onRestore'> {
  image: Image;
  place: { number: number; of: number };
  style: CSSProperties;
}

function TrashCard({ image, place, style, onRestore }: TrashCardProps) {
  const { originalName, alt, trashed } = image;
  const address = useTrashedThumbnail(image);
  return (
    <li className={classes.card} style={style} aria-posinset={place.number} aria-setsize={place.of}>
      <span className={classes.picture}>{address && <img src={address} alt={alt} decoding="async" />}</span>
      <span className={classes.name}>{originalName}</span>
      <p className={`meta ${classes.until}`}>{trashed && `Until ${momentOf(trashed.until)}`}</p>
      <Button
        size="xs"
        aria-label={`Bring back ${originalName}`}
        onClick={() => onRestore(image)}
        leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
      >
        Bring back
      </Button>
    </li>
  );
}

/** An address for this window only, as long as the card is there. */
function useTrashedThumbnail(image: Image): string | undefined {
  const { data } = useQuery(trashedThumbnailQuery(image));
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address;
}
