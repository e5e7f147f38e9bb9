import { Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
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
  type Size,
} from '@threadline/schema/content/image-edit';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadFailure } from '../../ui/states.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import classes from './crop-editor.module.css';
import { createCrop, hasRoom, moveHandle, setCropFields, turnCrop } from './crop-rectangle.ts';
import { CropStage } from './crop-stage.tsx';
import { CroppedPicture } from './cropped-picture.tsx';
import { imageUsesQuery, originalQuery } from './images-query.ts';

const commonRatios = { free: undefined, '1:1': 1, '4:3': 4 / 3, '3:2': 3 / 2, '16:9': 16 / 9 } as const;
type RatioName = 'place' | keyof typeof commonRatios;
const ratioLabels: Record<RatioName, string> = {
  place: 'Shape of this place',
  free: 'Free',
  '1:1': 'Square 1:1',
  '4:3': 'Standard 4:3',
  '3:2': 'Photo 3:2',
  '16:9': 'Wide 16:9',
};

const fields = { x: 'From the left', y: 'From the top', width: 'Width', height: 'Height' } as const;
const fieldNames = Object.keys(fields) as (keyof Crop)[];

interface CropEditorProps {
  image: Image;
  original: NonNullable<Image['original']>;
  /** The shape in which the place shows the image, if the editor was opened from one. */
  shape?: Size | undefined;
  /** True if the place that opened the editor is not among the saved uses of the image. */
  isUnsavedUse?: boolean | undefined;
  onSaved: (image: Image, before: ImageEdit) => void;
  /** Set where a copy with the crop can be used instead. */
  onCopied?: ((copy: Image) => void) | undefined;
  onClose: () => void;
}

/** A dialog that turns and crops an image. The original stays, so everything can be changed again later. */
export function CropEditor({ image, original, shape, onClose, ...actions }: CropEditorProps) {
  const ratios = { ...(shape && { place: shape.width / shape.height }), ...commonRatios };
  const [rotation, setRotation] = useState(original.edit.rotation);
  const bounds = getRotatedSize(original, rotation);
  const [initial] = useState(() => chooseInitialCrop(image, original, ratios.place));
  const [crop, setCrop] = useState(initial.crop);
  const [ratioName, setRatioName] = useState<RatioName>(initial.ratioName);
  const limits = { bounds, ratio: ratios[ratioName] };
  const isWhole = crop.width === bounds.width && crop.height === bounds.height;
  const edit: ImageEdit = { rotation, crop: isWhole ? null : crop };
  const canCrop = Math.min(bounds.width, bounds.height) >= minCropSide;
  const source = useOriginalUrl(image, original);
  const isChanged = !isSameEdit({ rotation, crop }, { rotation: original.edit.rotation, crop: initial.crop });
  const cancel = useConfirmDiscard(isChanged, onClose);

  const turn = (degrees: 90 | 270) => {
    const next = ((rotation + degrees) % 360) as Rotation;
    setRotation(next);
    const turned = { bounds: getRotatedSize(original, next), ratio: ratios.place };
    const isForPlace = ratioName === 'place' && hasRoom(turned);
    setCrop(isForPlace ? createCrop(turned) : turnCrop(crop, bounds, degrees));
    if (!isForPlace) setRatioName('free');
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
    <Dialog opened onClose={cancel} title={`Crop and rotate ${image.originalName}`} size="56rem">
      {source.error ? (
        <LoadFailure heading="The original could not be loaded." error={source.error} onRetry={source.retry} />
      ) : (
        <Stack gap={14}>
          <Group gap={8}>
            <SegmentedControl
              className={classes.ratios}
              aria-label="Aspect ratio"
              size="xs"
              data={(Object.keys(ratios) as RatioName[]).map((name) => ({
                value: name,
                label: ratioLabels[name],
                disabled: !hasRoom({ bounds, ratio: ratios[name] }),
              }))}
              value={ratioName}
              disabled={!canCrop}
              onChange={(name) => chooseRatio(name as RatioName)}
            />
            <IconButton
              icon={IconReload}
              label="Rotate left"
              size={36}
              className={classes.left}
              onClick={() => turn(270)}
            />
            <IconButton icon={IconReload} label="Rotate right" size={36} onClick={() => turn(90)} />
            <Button ml="auto" variant="subtle" size="xs" disabled={isSameEdit(edit, noEdit)} onClick={reset}>
              Reset
            </Button>
          </Group>
          <div className={classes.columns}>
            <CropStage
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
            The original stays.
          </Text>
          <CropActions {...{ image, original, edit, ...actions }} onClose={cancel} />
        </Stack>
      )}
    </Dialog>
  );
}

/** Returns the crop that the editor shows first: for a place with a shape, the part of the image that it shows now. */
function chooseInitialCrop(
  { focus }: Image,
  original: NonNullable<Image['original']>,
  ratio: number | undefined,
): { crop: Crop; ratioName: RatioName } {
  const current = original.edit.crop ?? { x: 0, y: 0, ...getRotatedSize(original, original.edit.rotation) };
  if (!ratio || !hasRoom({ bounds: current, ratio })) return { crop: current, ratioName: 'free' };
  const shown = createCrop({ bounds: current, ratio }, focus);
  return { crop: { ...shown, x: current.x + shown.x, y: current.y + shown.y }, ratioName: 'place' };
}

/** The buttons that store the crop: for all places of the image, or in a copy for one of them. */
function CropActions(props: CropEditorProps & { edit: ImageEdit }) {
  const { image, original, edit, isUnsavedUse, onSaved, onCopied, onClose } = props;
  const param = { id: image._id };
  const save = useMutation({
    mutationFn: () => unwrap(api.client.upload.image[':id'].edit.$put({ param, json: edit })),
    onSuccess: (reply) => onSaved(reply.image, original.edit),
  });
  const copy = useMutation({
    mutationFn: () => unwrap(api.client.upload.image[':id'].copy.$post({ param, json: edit })),
    onSuccess: (reply) => onCopied?.(reply.image),
  });
  const { data, isPending } = useQuery(imageUsesQuery(image));
  const uses = data && data.uses.length + (isUnsavedUse ? 1 : 0);
  const isShared = !isPending && (uses === undefined || uses > 1);
  const isSame = isSameEdit(edit, original.edit);
  return (
    <>
      {isShared && (
        <Text c="dimmed" fz="sm">
          Every place that shows the image changes{onCopied ? ', unless you choose “Crop only here”.' : '.'}
        </Text>
      )}
      <ErrorAlert error={save.error ?? copy.error} fallback="The image could not be changed. Try again." />
      <Group gap={8} justify="end" className={classes.footer}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={isShared && onCopied ? 'default' : 'filled'}
          loading={save.isPending}
          disabled={isSame || isPending || copy.isPending}
          onClick={() => save.mutate()}
        >
          {isShared ? formatShared(uses) : 'Save the crop'}
        </Button>
        {isShared && onCopied && (
          <Button
            variant="filled"
            loading={copy.isPending}
            disabled={isSame || save.isPending}
            onClick={() => copy.mutate()}
          >
            Crop only here
          </Button>
        )}
      </Group>
    </>
  );
}

/** The number is unknown if it could not be loaded. */
function formatShared(uses: number | undefined): string {
  if (uses === undefined) return 'Crop everywhere it is used';
  return uses === 2 ? 'Crop in both places' : `Crop in all ${uses} places`;
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
