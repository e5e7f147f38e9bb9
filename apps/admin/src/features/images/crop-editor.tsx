import { Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconRotate, IconRotateClockwise } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import {
  type Crop,
  getRotatedSize,
  type ImageEdit,
  isSameEdit,
  minCropSide,
  noEdit,
  type Rotation,
  rotateCrop,
  type Size,
} from '@threadline/schema/content/image-edit';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadFailure } from '../../ui/states.tsx';
import classes from './crop-editor.module.css';
import { createCrop, type Handle, hasRoom, moveHandle, setCropFields } from './crop-rectangle.ts';
import { originalQuery } from './images-query.ts';

const ratios = { free: undefined, '1:1': 1, '4:3': 4 / 3, '3:2': 3 / 2, '16:9': 16 / 9 } as const;
type RatioName = keyof typeof ratios;
const ratioNames = Object.keys(ratios) as RatioName[];
const ratioLabels: Record<RatioName, string> = {
  free: 'Free',
  '1:1': 'Square 1:1',
  '4:3': 'Standard 4:3',
  '3:2': 'Photo 3:2',
  '16:9': 'Wide 16:9',
};

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

const fields = { x: 'From the left', y: 'From the top', width: 'Width', height: 'Height' } as const;
const fieldNames = Object.keys(fields) as (keyof Crop)[];

const maxStageHeight = 380;
const previewSide = 150;
/** Room for the handles, which are on the frame. */
const stageMargin = 16;

interface CropEditorProps {
  image: Image;
  original: NonNullable<Image['original']>;
  onSaved: (image: Image, before: ImageEdit) => void;
  onClose: () => void;
}

/** A dialog that turns and crops an image. The original stays, so everything can be changed again later. */
export function CropEditor({ image, original, onSaved, onClose }: CropEditorProps) {
  const [rotation, setRotation] = useState(original.edit.rotation);
  const bounds = getRotatedSize(original, rotation);
  const [crop, setCrop] = useState(original.edit.crop ?? { x: 0, y: 0, ...bounds });
  const [ratioName, setRatioName] = useState<RatioName>('free');
  const limits = { bounds, ratio: ratios[ratioName] };
  const isWhole = crop.width === bounds.width && crop.height === bounds.height;
  const edit: ImageEdit = { rotation, crop: isWhole ? null : crop };
  const canCrop = Math.min(bounds.width, bounds.height) >= minCropSide;
  const source = useOriginalUrl(image, original);
  const save = useMutation({
    mutationFn: () => unwrap(api.client.upload.image[':id'].edit.$put({ param: { id: image._id }, json: edit })),
    onSuccess: (reply) => onSaved(reply.image, original.edit),
  });

  const turn = (degrees: 90 | 270) => {
    let turned = crop;
    let size: Size = bounds;
    for (let quarter = 0; quarter < degrees / 90; quarter++) {
      turned = rotateCrop(turned, size);
      size = { width: size.height, height: size.width };
    }
    setRotation(((rotation + degrees) % 360) as Rotation);
    setCrop(turned);
    setRatioName('free');
  };
  const chooseRatio = (name: RatioName) => {
    setRatioName(name);
    if (ratios[name]) setCrop(createCrop({ bounds, ratio: ratios[name] }));
  };
  const reset = () => {
    setRotation(0);
    setRatioName('free');
    setCrop({ x: 0, y: 0, width: original.width, height: original.height });
  };

  return (
    <Modal opened onClose={onClose} title={`Crop and rotate ${image.originalName}`} size="56rem">
      {source.error ? (
        <LoadFailure what="The original could not be loaded." error={source.error} onRetry={source.retry} />
      ) : (
        <Stack gap={14}>
          <Group gap={8}>
            <SegmentedControl
              className={classes.ratios}
              aria-label="Aspect ratio"
              size="xs"
              data={ratioNames.map((name) => ({
                value: name,
                label: ratioLabels[name],
                disabled: !hasRoom({ bounds, ratio: ratios[name] }),
              }))}
              value={ratioName}
              disabled={!canCrop}
              onChange={(name) => chooseRatio(name as RatioName)}
            />
            <IconButton icon={IconRotate} label="Rotate left" size={36} onClick={() => turn(270)} />
            <IconButton icon={IconRotateClockwise} label="Rotate right" size={36} onClick={() => turn(90)} />
            <Button ml="auto" variant="subtle" size="xs" disabled={isSameEdit(edit, noEdit)} onClick={reset}>
              Reset
            </Button>
          </Group>
          <div className={classes.columns}>
            <Stage
              url={source.url}
              rotation={rotation}
              bounds={bounds}
              crop={crop}
              isDisabled={!canCrop}
              onMove={(from, move) => setCrop(moveHandle(from, move, limits))}
            />
            <Stack gap={10} className={classes.side}>
              <figure>
                <CroppedPicture url={source.url} rotation={rotation} bounds={bounds} crop={crop} />
                <figcaption>
                  <span role="status">
                    Result: {crop.width} × {crop.height} pixels
                  </span>
                </figcaption>
              </figure>
              <div className={classes.fields}>
                {fieldNames.map((field) => (
                  <CropField
                    key={field}
                    field={field}
                    value={crop[field]}
                    isDisabled={!canCrop}
                    onApply={(value) => setCrop(setCropFields(crop, { [field]: value }, limits))}
                  />
                ))}
              </div>
            </Stack>
          </div>
          <Text c="dimmed" fz="sm" id="crop-help">
            {canCrop
              ? `Drag a side or a corner, or move it with the arrow keys. The result has at least ${minCropSide} × ${minCropSide} pixels.`
              : `This image can be rotated, but not cropped: the result needs at least ${minCropSide} × ${minCropSide} pixels.`}{' '}
            The original stays, and every place that shows the image changes.
          </Text>
          <ErrorAlert error={save.error} fallback="The image could not be changed. Please try again." />
          <Group gap={8} justify="end" className={classes.footer}>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="filled"
              loading={save.isPending}
              disabled={isSameEdit(edit, original.edit)}
              onClick={() => save.mutate()}
            >
              Crop everywhere it is used
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface CropFieldProps {
  field: keyof Crop;
  value: number;
  isDisabled: boolean;
  onApply: (value: number) => void;
}

/** One number of the crop. A typed one applies when it is complete, because its first digits are below the minimum. */
function CropField({ field, value, isDisabled, onApply }: CropFieldProps) {
  const [typed, setTyped] = useState<number | string>();
  const apply = (wanted: number | string | undefined) => {
    const number = Number.parseInt(String(wanted), 10);
    if (!Number.isNaN(number)) onApply(number);
    setTyped(undefined);
  };
  return (
    <NumberInput
      size="xs"
      label={fields[field]}
      suffix=" px"
      min={field === 'x' || field === 'y' ? 0 : minCropSide}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      disabled={isDisabled}
      value={typed ?? value}
      onChange={setTyped}
      onValueChange={({ floatValue }, { source }) => isStep(source) && apply(floatValue)}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => key === 'Enter' && apply(typed)}
    />
  );
}

/** Returns whether an arrow key or an arrow button has changed a number. */
const isStep = (source: string) => source === 'increment' || source === 'decrement';

/** Returns the address of the whole picture: the public one of an unchanged image, or the original, for this window only. */
function useOriginalUrl(image: Image, { edit }: NonNullable<Image['original']>) {
  const isWhole = isSameEdit(edit, noEdit);
  const query = useQuery({ ...originalQuery(image), enabled: !isWhole });
  const [url, setUrl] = useState<string>();
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    const created = URL.createObjectURL(data);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [data]);
  return { url: isWhole ? image.url : url, error: query.error, retry: () => query.refetch() };
}

interface PictureProps {
  url: string | undefined;
  rotation: Rotation;
  /** The size of the turned picture. */
  bounds: Size;
  crop: Crop;
}

/** The turned picture, as large as its box. */
function TurnedPicture({ url, rotation, width, height }: Pick<PictureProps, 'url' | 'rotation'> & Size) {
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

function CroppedPicture({ url, rotation, bounds, crop }: PictureProps) {
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

interface StageProps extends PictureProps {
  isDisabled: boolean;
  onMove: (from: Crop, move: { handle: Handle; dx: number; dy: number }) => void;
}

interface Drag {
  handle: Handle;
  from: Crop;
  x: number;
  y: number;
}

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The whole picture with the crop and its handles. */
function Stage({ url, rotation, bounds, crop, isDisabled, onMove }: StageProps) {
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
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(bounds.width, bounds.height) / (event.shiftKey ? 20 : 100)));
    onMove(crop, { handle, dx: direction[0] * step, dy: direction[1] * step });
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
