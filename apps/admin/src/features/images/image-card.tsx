import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/image';
import { type CSSProperties, memo } from 'react';
import { sizeOf } from '../../format/time.ts';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
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

/** Returns the full address, for use on other sites. */
export function getPublicUrl({ url }: Image): string {
  return new URL(url, window.location.origin).href;
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
        {image.alt || image.decorative || image.hasAltInContent ? (
          <span className="meta">
            {image.decorative ? 'Decorative, ' : image.alt ? '' : 'Described in place, '}
            {sizeOf(image.bytes)}
          </span>
        ) : (
          <span className={classes.warning}>
            <IconAlertTriangle size={14} aria-hidden="true" /> No alt text
          </span>
        )}
        <CopyIconButton text={getPublicUrl(image)} label={`Copy URL of ${image.originalName}`} />
        <IconButton label={`Delete ${image.originalName}`} size={28} onClick={() => onRemove(image)}>
          <IconTrash size={16} />
        </IconButton>
      </div>
    </li>
  );
});
