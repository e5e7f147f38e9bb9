import { type Crop, getRotatedSize, type Rotation, type Size } from '@threadline/schema/content/image-edit';
import classes from './crop-editor.module.css';

const previewSide = 150;

export interface PictureProps {
  url: string | undefined;
  rotation: Rotation;
  /** The size of the turned picture. */
  bounds: Size;
  crop: Crop;
}

/** The turned picture, as large as its box. */
export function TurnedPicture({ url, rotation, width, height }: Pick<PictureProps, 'url' | 'rotation'> & Size) {
  const own = getRotatedSize({ width, height }, rotation);
  return (
    url && (
      <img
        src={url}
        alt=""
        draggable={false}
        className={classes.turned}
        style={{ width: own.width, height: own.height, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
      />
    )
  );
}

/** The part of the picture that is in the crop, as small as a preview. */
export function CroppedPicture({ url, rotation, bounds, crop }: PictureProps) {
  const scale = Math.min(previewSide / crop.width, previewSide / crop.height);
  const shown = { width: bounds.width * scale, height: bounds.height * scale };
  return (
    <div className={classes.result} style={{ width: crop.width * scale, height: crop.height * scale }}>
      <div
        className={classes.shifted}
        style={{ ...shown, transform: `translate(${-crop.x * scale}px, ${-crop.y * scale}px)` }}
      >
        <TurnedPicture url={url} rotation={rotation} {...shown} />
      </div>
    </div>
  );
}
