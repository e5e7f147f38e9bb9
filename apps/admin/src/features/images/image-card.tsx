import { IconAlertTriangle, IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/image';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { sizeOf } from '../../ui/time.ts';
import classes from './images.module.css';

interface ImageCardProps {
  image: Image;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

/** The smallest variant, so that a library of thousands stays light. */
export function thumbnailOf(image: Image): string {
  return image.variants.find(({ width, format }) => width <= 480 && format === 'webp')?.url ?? image.url;
}

export function ImageCard({ image, isOpen, onOpen, onRemove }: ImageCardProps) {
  return (
    <li className={classes.card}>
      <button
        type="button"
        className={classes.picture}
        aria-label={`Details of ${image.originalName}`}
        aria-pressed={isOpen}
        onClick={onOpen}
      >
        <img src={thumbnailOf(image)} alt={image.alt} loading="lazy" decoding="async" />
      </button>
      <p className={classes.name}>{image.originalName}</p>
      <div className={classes.line}>
        {image.alt ? (
          <span className="meta">{sizeOf(image.bytes)}</span>
        ) : (
          <span className={classes.warning}>
            <IconAlertTriangle size={14} aria-hidden="true" /> No description
          </span>
        )}
        <CopyButton image={image} />
        <IconButton label={`Delete ${image.originalName}`} size={28} onClick={onRemove}>
          <IconTrash size={16} />
        </IconButton>
      </div>
    </li>
  );
}

const copiedMs = 2000;

/** Copies the full address, as other pages need it. */
function CopyButton({ image }: { image: Image }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(image.url, window.location.origin).href);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <>
      <IconButton label={`Copy URL of ${image.originalName}`} size={28} onClick={copy}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
