import { useElementSize } from '@mantine/hooks';
import type { Crop } from '@threadline/schema/content/image-edit';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './crop-editor.module.css';
import { getArrowMove, type Handle } from './crop-rectangle.ts';
import { type PictureProps, TurnedPicture } from './cropped-picture.tsx';

const handles: Record<Handle, string> = {
  all: 'Crop area',
  nw: 'Top left corner',
  n: 'Top side',
  ne: 'Top right corner',
  e: 'Right side',
  se: 'Bottom right corner',
  s: 'Bottom side',
  sw: 'Bottom left corner',
  w: 'Left side',
};
const handleNames = Object.keys(handles) as Handle[];

const maxStageHeight = 380;
/** Room for the handles, which are on the frame. */
const stageMargin = 16;

interface CropStageProps extends PictureProps {
  isDisabled: boolean;
  onMove: (from: Crop, move: { handle: Handle; dx: number; dy: number }) => void;
}

interface Drag {
  handle: Handle;
  from: Crop;
  x: number;
  y: number;
}

/** The whole picture with the crop and its handles. */
export function CropStage({ url, rotation, bounds, crop, isDisabled, onMove }: CropStageProps) {
  const { ref, width: room } = useElementSize();
  const [drag, setDrag] = useState<Drag>();
  const scale = Math.min((room - 2 * stageMargin) / bounds.width, maxStageHeight / bounds.height);
  const shown = { width: bounds.width * scale, height: bounds.height * scale };
  const toPercent = (length: number, whole: number) => `${(length / whole) * 100}%`;
  const area: CSSProperties = {
    left: toPercent(crop.x, bounds.width),
    top: toPercent(crop.y, bounds.height),
    width: toPercent(crop.width, bounds.width),
    height: toPercent(crop.height, bounds.height),
  };

  const start = (handle: Handle, event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ handle, from: crop, x: event.clientX, y: event.clientY });
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (drag)
      onMove(drag.from, { handle: drag.handle, dx: (clientX - drag.x) / scale, dy: (clientY - drag.y) / scale });
  };
  const onKeyDown = (handle: Handle, event: KeyboardEvent) => {
    const move = getArrowMove(event.key, bounds, event.shiftKey);
    if (!move) return;
    event.preventDefault();
    onMove(crop, { handle, ...move });
  };

  return (
    <div ref={ref} className={classes.room}>
      {room > 0 && (
        <div className={classes.stage} style={shown}>
          <div className={classes.clip}>
            <TurnedPicture url={url} rotation={rotation} {...shown} />
            {!isDisabled && <div className={classes.shade} style={area} />}
          </div>
          {!isDisabled && (
            <div className={classes.crop} style={area}>
              {handleNames.map((handle) => (
                <button
                  key={handle}
                  type="button"
                  className={classes.handle}
                  data-handle={handle}
                  aria-label={`${handles[handle]}. ${describeCrop(crop)}`}
                  aria-describedby="crop-help"
                  onPointerDown={(event) => start(handle, event)}
                  onPointerMove={onPointerMove}
                  onPointerUp={() => setDrag(undefined)}
                  onPointerCancel={() => setDrag(undefined)}
                  onKeyDown={(event) => onKeyDown(handle, event)}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function describeCrop({ x, y, width, height }: Crop): string {
  return `${width} by ${height} pixels, ${x} from the left, ${y} from the top`;
}
