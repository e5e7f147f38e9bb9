import { IconAlertTriangle, IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/image';
import { type CSSProperties, memo, useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { sizeOf } from '../../ui/time.ts';
import classes from './images.module.css';

interface ImageCardProps {
  image: Image;
  /** Its number in the whole list, for those who cannot see how long it is. */
  place: { number: number; of: number };
  style: CSSProperties;
  isOpen: boolean;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
}

/** The smallest variant, so that a library of thousands stays light. */
export function thumbnailOf(image: Image): string {
  return image.variants.find(({ width, format }) => width <= 480 && format === 'webp')?.url ?? image.url;
}

export const ImageCard = memo(function ImageCard({ image, place, style, isOpen, onOpen, onRemove }: ImageCardProps) {
  return (
    <li className={classes.card} style={style} aria-posinset={place.number} aria-setsize={place.of}>
      <button
        type="button"
        className={classes.open}
        aria-label={`Details of ${image.originalName}`}
        aria-pressed={isOpen}
        onClick={() => onOpen(image)}
      >
        <span className={classes.picture}>
          <img
            src={thumbnailOf(image)}
            alt={image.alt}
            decoding="async"
            style={{ objectPosition: `${image.focus.x}% ${image.focus.y}%` }}
          />
        </span>
        <span className={classes.name}>{image.originalName}</span>
      </button>
      <div className={classes.line}>
        {image.alt || image.decorative || image.isDescribedInPlace ? (
          <span className="meta">
            {image.decorative ? 'Decorative, ' : image.alt ? '' : 'Described in place, '}
            {sizeOf(image.bytes)}
          </span>
        ) : (
          <span className={classes.warning}>
            <IconAlertTriangle size={14} aria-hidden="true" /> No alt text
          </span>
        )}
        <CopyButton image={image} />
        <IconButton label={`Delete ${image.originalName}`} size={28} onClick={() => onRemove(image)}>
          <IconTrash size={16} />
        </IconButton>
      </div>
    </li>
  );
});

const copiedMs = 2000;

/** Copies the full address, as other pages need it. */
export function CopyButton({ image }: { image: Image }) {
  const [outcome, setOutcome] = useState<'Copied' | 'It could not be copied.'>();
  const copied = outcome === 'Copied';
  const copy = async () => {
    const isDone = await copyText(new URL(image.url, window.location.origin).href);
    setOutcome(isDone ? 'Copied' : 'It could not be copied.');
    setTimeout(() => setOutcome(undefined), copiedMs);
  };
  return (
    <>
      <IconButton label={`Copy URL of ${image.originalName}`} size={28} onClick={copy}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </>
  );
}
