import { Group, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { getPublicId, type Image, isSquare } from '@threadline/schema/content/image';
import { artNames, findArt } from '@threadline/schema/primitives/art';
import type { OwnImageUse } from '@threadline/schema/primitives/fields';
import { findVideo, isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useRef } from 'react';
import { getArtThumbnail } from '../../../ui/art-thumbnail.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { getThumbnailUrl, type useImageAt } from '../../images/images-query.ts';
import { useForm } from './field-frame.tsx';
import classes from './media-field.module.css';

interface UseState {
  /** This use can have an alt text of its own. */
  isDescribable: boolean;
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
export function ChosenPicture({ title, value, query, isVideo, hasCrops, ...use }: ChosenPictureProps) {
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

/** Returns the description that the library has for an image. */
function describeText({ alt, decorative, video }: Image): string {
  if (decorative) return 'Decorative in Image Management: screen readers skip it';
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
  const { isDescribable, isDescribed, onDecorative } = use;
  const { isPartial } = useForm();
  if (ownImageUse) return <OwnImageDetails image={image} use={ownImageUse} />;
  const { originalName, alt, decorative, video } = image;
  const isMissing = !isDescribed && !alt && !decorative;
  return (
    <>
      <strong>{originalName}</strong>
      {(isDescribable ? !isDescribed : !decorative) && !isMissing && <small>{describeText(image)}</small>}
      {isMissing && (
        <Text c={isPartial ? 'var(--danger)' : 'dimmed'} fz="sm" role="status">
          “{originalName}” has no {video ? 'description' : 'alt text'} in Image Management
          {/* The whole form has fields for both, and reports an error only after it was sent. */}
          {isPartial ? (
            <>
              . <TextButton onClick={onDecorative}>Mark as decorative</TextButton>
            </>
          ) : (
            ', so write one below or mark it as decorative.'
          )}
        </Text>
      )}
    </>
  );
}
