import { IconMovie } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/content/image';
import { formatPlayTime } from '../../format/time.ts';
import { CurrentPicture } from './current-picture.tsx';
import classes from './images.module.css';
import { getThumbnailUrl } from './images-query.ts';

interface ImageThumbnailProps {
  image: Pick<Image, 'url' | 'variants' | 'focus' | 'video' | 'width' | 'height' | 'originalName'>;
  alt: string;
}

/** The picture that represents an image; of a video its poster image with its duration. */
export function ImageThumbnail({ image, alt }: ImageThumbnailProps) {
  const src = getThumbnailUrl(image);
  const { focus, video } = image;
  // A video has the address of the picture that was chosen, an image that of its present file.
  const Picture = video ? CurrentPicture : 'img';
  return (
    <>
      {src ? (
        <Picture
          src={src}
          alt={alt}
          decoding="async"
          data-whole={isShownWhole(image) ? getFit(image) : undefined}
          style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
        />
      ) : (
        <span className={classes.blank}>
          <IconMovie size={32} stroke={1.3} aria-hidden="true" />
        </span>
      )}
      {video && (
        <span className={classes.playTime}>
          <span aria-hidden="true">▶ </span>
          <span className="visually-hidden">Video, </span>
          {formatPlayTime(video.durationMs)}
        </span>
      )}
    </>
  );
}

const tileRatio = 4 / 3;
const maxTileRatio = 2;

/** Returns which sides of the tile an image reaches that is shown whole. */
function getFit({ width, height }: Pick<Image, 'width' | 'height'>): 'wide' | 'tall' {
  return width / height >= tileRatio ? 'wide' : 'tall';
}

/**
 * Returns whether a tile shows all of an image: letters of a logo that are cut off are not readable. Logos are drawings,
 * PNG files or very wide, and may be transparent.
 */
function isShownWhole({ variants, video, width, height, originalName }: ImageThumbnailProps['image']): boolean {
  if (video) return false;
  const isDrawing = variants.some(({ format }) => format === 'svg');
  return isDrawing || /\.png$/i.test(originalName) || Math.max(width / height, height / width) > maxTileRatio;
}
