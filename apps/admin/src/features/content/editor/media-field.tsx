import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { missingAltMessage, missingDescriptionMessage } from '@threadline/schema/content/alt-text';
import { isRequired } from '@threadline/schema/content/form-field';
import { getPublicId, type Image, isSquare } from '@threadline/schema/content/image';
import { artNames, findArt } from '@threadline/schema/primitives/art';
import type { OwnImageUse } from '@threadline/schema/primitives/fields';
import { findVideo, isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useRef, useState } from 'react';
import { getArtThumbnail } from '../../../ui/art-thumbnail.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import { CropButton } from '../../images/crop-button.tsx';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { getThumbnailUrl, useImageAt } from '../../images/images-query.ts';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import classes from './media-field.module.css';
import { MediaPickerButton } from './media-picker-button.tsx';
import { useProposedPoster } from './use-proposed-poster.ts';

/** A picture or video: a drawing of the site, an image of the library, or a file at an https address. */
export function MediaField(props: FieldProps) {
  const { field, pointer } = props;
  const title = props.label ?? field.title;
  const stored = String(props.value ?? '');
  const { change, read, isDraft } = useForm();
  // A poster image has no alt text of its own.
  const isDescribable = pointer.endsWith('/src');
  const decorativePointer = pointer.replace(/src$/, 'decorative');
  const isDecorative = isDescribable && read(decorativePointer) === true;
  const isDescribed = !isDescribable || isDecorative || read(pointer.replace(/src$/, 'alt')) !== '';
  const isVideo = isDescribable && read(pointer.replace(/src$/, 'type')) === 'video';
  // After a change of the media type the file of the other type is kept, but not shown.
  const value = isAddress(stored) || isUploadedVideo(stored) === isVideo ? stored : '';
  const image = useImageAt(value);
  useProposedPoster(pointer, isVideo ? image.data : undefined);
  const [wantsAddress, setWantsAddress] = useState(false);
  const isElsewhere = (wantsAddress && value === '') || isAddress(value);
  const set = (src: string, elsewhere = false) => {
    setWantsAddress(elsewhere);
    change(pointer, src);
  };

  const neededNote = isDraft ? 'Needed before you publish.' : 'Needed before you can save.';

  return (
    <FieldFrame {...props} note={isRequired(field) && value === '' ? neededNote : undefined}>
      {(control) => (
        <>
          <Stack gap={10} p={10} className={classes.media}>
            <ChosenPicture
              title={title}
              value={value}
              query={image}
              isVideo={isVideo}
              isDescribable={isDescribable}
              isDecorative={isDecorative}
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
                  onCopied={({ url }) => set(url)}
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
              onChange={(event) => set(event.currentTarget.value.trim(), true)}
              onBlur={control.onBlur}
              mt={8}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
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

interface UseState {
  /** This use can have an alt text of its own. */
  isDescribable: boolean;
  /** Screen readers skip the picture in this place. */
  isDecorative: boolean;
  /** This use needs no alt text from the library. */
  isDescribed: boolean;
  ownImageUse: OwnImageUse | undefined;
  onDecorative: () => void;
}

interface ChosenPictureProps extends UseState {
  title: string;
  value: string;
  query: ReturnType<typeof useImageAt>;
  isVideo: boolean;
  hasCrops: boolean;
}

/** The chosen picture, its alt text and its focal point. */
function ChosenPicture({ title, value, query, isVideo, hasCrops, ...use }: ChosenPictureProps) {
  const description = useRef<HTMLDivElement>(null);
  useFocusFallback(description);
  const publicId = getPublicId(value);
  const art = findArt(value);
  const image = query.data ?? undefined;
  const focus = image?.video ? undefined : image?.focus;
  const src = getPreviewUrl(value, image);
  const Preview = hasCrops && src ? Crops : Thumbnail;
  const kind = isVideo ? 'video' : 'image';
  return (
    <Group gap={12}>
      <Preview src={src} art={art} focus={focus} ground={use.ownImageUse} />
      <Stack gap={2} className={classes.description} ref={description} tabIndex={-1}>
        {art ? (
          <strong>{artNames[art]}</strong>
        ) : image ? (
          <ImageDetails image={image} {...use} />
        ) : query.data === undefined && query.errorUpdateCount > 0 ? (
          <DetailsError title={title} kind={kind} isTrying={query.isFetching} onRetry={() => query.refetch()} />
        ) : (
          <Text c="dimmed">{describeSource(value, { kind, publicId, isGone: query.data === null })}</Text>
        )}
      </Stack>
    </Group>
  );
}

function getPreviewUrl(value: string, image: Image | undefined): string | undefined {
  const art = findArt(value);
  if (art) return getArtThumbnail(art);
  if (image?.video || isUploadedVideo(value)) return image && getThumbnailUrl(image);
  // The stored address has the name of the file that was chosen, before a crop for example.
  return getPublicId(value) && (image?.url ?? value);
}

interface PreviewProps {
  src: string | undefined;
  art: string | undefined;
  focus: Image['focus'] | undefined;
  /** Logos have the ground of the site. */
  ground: string | undefined;
}

function Thumbnail({ src, art, focus, ground }: PreviewProps) {
  return (
    <span className={classes.thumbnail} data-art={art} data-ground={src && ground}>
      {src ? <CurrentPicture src={src} alt="" /> : <IconPhoto size={22} stroke={1.4} aria-hidden="true" />}
      {focus && !ground && (
        <span className={classes.focus} style={{ left: `${focus.x}%`, top: `${focus.y}%` }} aria-hidden />
      )}
    </span>
  );
}

/** The picture as the site crops it: wide on a card, tall beside a text. A drawing arranges itself in its box. */
function Crops({ src = '', art, focus }: PreviewProps) {
  const position = focus && `${focus.x}% ${focus.y}%`;
  return (
    <Group gap={8} align="flex-start" wrap="nowrap" flex="none">
      {['Wide', 'Tall'].map((crop) => (
        <figure key={crop} className={classes.crop} data-crop={crop}>
          <CurrentPicture src={src} alt="" style={{ objectFit: art ? 'fill' : 'cover', objectPosition: position }} />
          <figcaption>{crop}</figcaption>
        </figure>
      ))}
    </Group>
  );
}

interface DetailsErrorProps {
  title: string;
  kind: 'image' | 'video';
  isTrying: boolean;
  onRetry: () => void;
}

function DetailsError({ title, kind, isTrying, onRetry }: DetailsErrorProps) {
  return (
    <span role="alert">
      The details of this {kind} could not be loaded.{' '}
      <TextButton aria-disabled={isTrying} onClick={() => isTrying || onRetry()}>
        {isTrying ? 'Trying again' : 'Try again'}
        <span className="visually-hidden">: {title}</span>
      </TextButton>
    </span>
  );
}

function describeSource(
  value: string,
  { kind, publicId, isGone }: { kind: 'image' | 'video'; publicId: string | undefined; isGone: boolean },
): string {
  if (value === '') return `No ${kind}`;
  const site = findVideo(value)?.provider;
  if (publicId === undefined) return site ? `A page on ${site}, not a video file` : 'A file at another address';
  return isGone ? `This ${kind} is no longer in Image Management.` : '';
}

function describeText({ alt, decorative, video }: Image, isDecorative: boolean): string {
  if (isDecorative) return 'Decorative here: screen readers skip it';
  if (decorative) return 'Decorative everywhere: screen readers skip it';
  if (alt) return `${video ? 'Description' : 'Alt text'}: ${alt}`;
  return `No ${video ? 'description' : 'alt text'} in Image Management`;
}

/** The page shows these without an alt text of their own: the name of the firm describes them. */
function OwnImageDetails({ image, use }: { image: Image; use: OwnImageUse }) {
  const { originalName, width, height } = image;
  return (
    <>
      <strong>{originalName}</strong>
      <small>
        {width} × {height} px
      </small>
      {use === 'icon' && !isSquare(image) && (
        <Text c="var(--danger)" fz="sm" role="status">
          This image is not square, so phones cannot use it as an icon. Crop it to a square.
        </Text>
      )}
    </>
  );
}

function ImageDetails({ image, ownImageUse, ...use }: UseState & { image: Image }) {
  const { isDescribable, isDecorative, isDescribed, onDecorative } = use;
  if (ownImageUse) return <OwnImageDetails image={image} use={ownImageUse} />;
  const { originalName, alt, decorative, video } = image;
  return (
    <>
      <strong>{originalName}</strong>
      {(isDescribable || !decorative) && <small>{describeText(image, isDecorative)}</small>}
      {!isDescribed && !alt && !decorative && (
        <Text c="var(--danger)" fz="sm" role="status">
          {video ? missingDescriptionMessage : missingAltMessage}{' '}
          <TextButton onClick={onDecorative}>Mark as decorative here</TextButton>
        </Text>
      )}
    </>
  );
}
