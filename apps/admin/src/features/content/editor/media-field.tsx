import { Group, Stack, TextInput } from '@mantine/core';
import { isRequired } from '@threadline/schema/content/form-field';
import { getPublicId } from '@threadline/schema/content/image';
import { findArt } from '@threadline/schema/primitives/art';
import { isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useRef, useState } from 'react';
import { TextButton } from '../../../ui/text-button.tsx';
import { CropButton } from '../../images/crop-button.tsx';
import { useImageAt } from '../../images/images-query.ts';
import { isBlank } from '../model/form-model.ts';
import { ChosenPicture } from './chosen-picture.tsx';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import classes from './media-field.module.css';
import { MediaPickerButton } from './media-picker-button.tsx';
import { useProposedPoster } from './use-proposed-poster.ts';

/** A picture or video: a drawing of the site, an image of the library, or a file at an https address. */
export function MediaField(props: FieldProps) {
  const { field, pointer } = props;
  const title = props.label ?? field.title;
  const stored = String(props.value ?? '');
  const { change, read, isDraft, steps } = useForm();
  // A poster image has no alt text of its own.
  const isDescribable = pointer.endsWith('/src');
  const decorativePointer = pointer.replace(/src$/, 'decorative');
  const isDecorative = isDescribable && read(decorativePointer) === true;
  const alt = isDescribable ? read(pointer.replace(/src$/, 'alt')) : undefined;
  const isDescribed = !isDescribable || isDecorative || alt !== '';
  const isVideo = isDescribable && read(pointer.replace(/src$/, 'type')) === 'video';
  // After a change of the media type the file of the other type is kept, but not shown.
  const value = isAddress(stored) || isUploadedVideo(stored) === isVideo ? stored : '';
  const image = useImageAt(value);
  useProposedPoster(pointer, isVideo ? image.data : undefined);
  const [wantsAddress, setWantsAddress] = useState(false);
  const isElsewhere = (wantsAddress && value === '') || isAddress(value);
  const addressAtFocus = useRef<string>(undefined);
  const set = (src: string, elsewhere = false, isOther = !isSamePicture(src, stored)) => {
    setWantsAddress(elsewhere);
    const group = pointer.slice(0, pointer.lastIndexOf('/'));
    if (isDescribable && stored !== '' && isOther) change(group, withOtherPicture(read(group), src));
    else change(pointer, src);
  };

  // Only the form of an item has a preview, and steps.
  const example = steps && describeExample(props, isVideo);
  const neededNote = isDraft ? 'Needed before you publish.' : 'Needed before you can save.';

  return (
    <FieldFrame
      {...props}
      note={isRequired(field) && value === '' ? [neededNote, example].filter(Boolean).join(' ') : undefined}
      errorNote={example}
    >
      {(control) => (
        <>
          <Stack gap={10} p={10} className={classes.media}>
            <ChosenPicture
              title={title}
              value={value}
              query={image}
              isVideo={isVideo}
              isDescribable={isDescribable}
              isDescribed={isDescribed}
              hasCrops={field.hasCrops ?? false}
              ownImageUse={field.ownImageUse}
              onDecorative={() => change(decorativePointer, true)}
            />
            <Group gap="4px 8px">
              <MediaPickerButton
                control={control}
                label={value ? 'Choose another' : isVideo ? chooseVideo : 'Choose an image'}
                fullLabel={formatFullLabel({ title, value, isVideo })}
                title={isVideo ? 'Choose a video' : formatFullLabel({ title, value: '', isVideo })}
                value={value}
                onChoose={set}
                takesVideos={isVideo}
                takesIllustrations={!isVideo && !field.ownImageUse}
              />
              {image.data && (
                <CropButton
                  image={image.data}
                  label="Crop"
                  about={title}
                  shape={field.shape}
                  isUnsavedUse={value !== props.base}
                  onCopied={({ url }) => change(pointer, url)}
                />
              )}
              {!isElsewhere && !field.ownImageUse && (
                <SecondaryButton
                  label="Paste a link (URL)"
                  title={title}
                  pointer={pointer}
                  onClick={() => set('', true)}
                />
              )}
              {field.optional && value !== '' && (
                <SecondaryButton label="Remove" title={title} pointer={pointer} onClick={() => set('')} />
              )}
            </Group>
          </Stack>
          {isElsewhere && (
            <TextInput
              type="url"
              ref={wantsAddress ? focus : undefined}
              aria-label={`${title}: address`}
              data-pointer={pointer}
              placeholder="https://"
              value={value}
              onFocus={() => {
                addressAtFocus.current = stored;
              }}
              // Each further letter belongs to the same new address.
              onChange={(event) => set(event.currentTarget.value.trim(), true, stored === addressAtFocus.current)}
              onBlur={control.onBlur}
              mt={8}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** Returns what the preview shows instead of a picture that was never chosen. */
function describeExample({ value, base }: FieldProps, isVideo: boolean): string | undefined {
  return !isVideo && isBlank(value) && isBlank(base) ? 'The preview shows an example.' : undefined;
}

/** Returns whether two values are the same picture. */
function isSamePicture(one: string, other: string): boolean {
  return (getPublicId(one) ?? one) === (getPublicId(other) ?? other);
}

/** Returns the group of a picture with another one. Its description belonged to the old one. */
function withOtherPicture(group: unknown, src: string): unknown {
  const picture = group as Record<string, unknown>;
  const blank = { src, alt: '', decorative: false };
  return { ...picture, ...Object.fromEntries(Object.entries(blank).filter(([name]) => name in picture)) };
}

const focus = (input: HTMLInputElement | null) => input?.focus();

const chooseVideo = 'Choose or upload a video';

function formatFullLabel({ title, value, isVideo }: { title: string; value: string; isVideo: boolean }): string {
  if (value) return `Choose another: ${title}`;
  if (isVideo) return chooseVideo;
  return title.startsWith('Image') ? `Choose an ${title.toLowerCase()}` : `Choose an image: ${title}`;
}

interface SecondaryButtonProps {
  label: string;
  /** The field, for screen readers. */
  title: string;
  pointer: string;
  onClick: () => void;
}

function SecondaryButton({ label, title, pointer, onClick }: SecondaryButtonProps) {
  return (
    <TextButton data-pointer={pointer} onClick={onClick}>
      {label}
      <span className="visually-hidden">: {title}</span>
    </TextButton>
  );
}

/** Returns whether the value is a web address, also while it is typed. */
function isAddress(value: string): boolean {
  return value !== '' && !findArt(value) && getPublicId(value) === undefined;
}
