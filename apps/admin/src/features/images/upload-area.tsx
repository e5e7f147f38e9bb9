import { Box, Progress, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCamera, IconPhotoUp, IconRefresh, IconX } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/content/image';
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from '../../ui/messages.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorText, Rows } from '../../ui/record-list.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { type AcceptedFiles, acceptedTypes, describeVideoLimits, videoTypes } from './send-image.ts';
import {
  addUploads,
  describeStored,
  isPending,
  removeUpload,
  retryUpload,
  showUploads,
  type Upload,
  type UploadTarget,
  useUploads,
} from './upload-queue.ts';
import classes from './uploads.module.css';

interface UploadAreaProps {
  accepted: AcceptedFiles;
  /** Takes the first file only and passes the image to `onShow` when it has arrived. */
  isSingle?: boolean;
  onShow: (image: Image) => void;
}

/** Takes images by drop, paste, file dialog or camera, and lists each upload with its progress or its error. */
export function UploadArea({ accepted, isSingle = false, onShow }: UploadAreaProps) {
  // An upload of an earlier picker must not arrive in this one.
  const [target] = useState<UploadTarget>(() => (isSingle ? Symbol('picker') : 'library'));
  const { uploads, storedCount, hasVideo } = useUploads();
  const listed = uploads.filter((upload) => upload.target === target);
  const [storedBefore] = useState(storedCount);
  const stored = storedCount - storedBefore;
  const add = (files: Iterable<File>) => addUploads(isSingle ? [...files].slice(0, 1) : [...files], target, accepted);
  const onArrived = useEffectEvent(onShow);
  const area = useRef<HTMLDivElement>(null);
  useWindowEvent('paste', ({ clipboardData }) => {
    // The area behind an open dialog does not take what is pasted in the dialog.
    const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
    if (!dialog || dialog.contains(area.current)) add(clipboardData?.files ?? []);
  });
  useEffect(() => showUploads(target, target === 'library' ? undefined : (image) => onArrived(image)), [target]);

  return (
    <Stack component="section" ref={area} gap={10} aria-label="Upload">
      <DropArea accepted={accepted} isSingle={isSingle} onFiles={add} />
      <p className="visually-hidden" role="status">
        {stored > 0 ? describeStored(stored, hasVideo) : ''}
      </p>
      {listed.length > 0 && (
        <Panel component="div">
          <Rows>
            {listed.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onShow={onShow} />
            ))}
          </Rows>
        </Panel>
      )}
    </Stack>
  );
}

interface DropAreaProps extends Pick<UploadAreaProps, 'accepted'> {
  isSingle: boolean;
  onFiles: (files: Iterable<File>) => void;
}

/** Returns the name of one and of several of the accepted files. */
function nameFiles({ pictures, videos }: AcceptedFiles): { one: string; many: string } {
  if (!videos) return { one: 'an image', many: 'images' };
  return pictures ? { one: 'an image or a video', many: 'images or videos' } : { one: 'a video', many: 'videos' };
}

function DropArea({ accepted, isSingle, onFiles }: DropAreaProps) {
  const { pictures, videos, videoLimits } = accepted;
  const names = nameFiles(accepted);
  const types = [...(pictures ? acceptedTypes : []), ...(videos ? videoTypes : [])];
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles(event.dataTransfer.files);
  };
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(event.currentTarget.files ?? []);
    event.currentTarget.value = '';
  };
  const input = { type: 'file', hidden: true, onChange: onChoose } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <IconPhotoUp size={22} stroke={1.6} aria-hidden="true" />
      <Box flex={1} miw="60%">
        <p>
          <strong className={classes.pointer}>Drop {isSingle ? names.one : names.many} here, paste, or</strong>{' '}
          <strong className={classes.touch}>Add {isSingle ? names.one : names.many}:</strong>{' '}
          <TextButton onClick={() => picker.current?.click()}>{isSingle ? 'choose a file' : 'choose files'}</TextButton>
        </p>
        <Text component="div" c="dimmed" className={classes.limits}>
          {pictures && <p>{messages.imageHint}. Logos also as SVG.</p>}
          {videoLimits && <p>{describeVideoLimits(videoLimits)}</p>}
        </Text>
      </Box>
      <input
        {...input}
        ref={picker}
        multiple={!isSingle}
        accept={types.join(',')}
        aria-label={pictures ? 'Images to upload' : 'Video to upload'}
      />
      {pictures && (
        <Button
          size="xs"
          className={classes.camera}
          onClick={() => camera.current?.click()}
          leftSection={<IconCamera size={16} aria-hidden="true" />}
        >
          Take a photo
        </Button>
      )}
      <input {...input} ref={camera} accept="image/*" capture="environment" aria-label="Photo to upload" />
    </div>
  );
}

interface UploadRowProps {
  upload: Upload;
  onShow?: (image: Image) => void;
}

/** One file with its progress, its error, or the image that the library already had. */
export function UploadRow({ upload, onShow }: UploadRowProps) {
  const { name, percent } = upload;
  return (
    <li>
      <Box flex={1} miw={0}>
        <Text span truncate display="block" fw={600}>
          {name}
        </Text>
        <UploadOutcome upload={upload} onShow={onShow} />
      </Box>
      {isPending(upload) && (
        <Text span c="dimmed">
          {percent < 100 ? `${percent} %` : 'Processing…'}
        </Text>
      )}
      {upload.canRetry && (
        <Button size="xs" onClick={() => retryUpload(upload)} leftSection={<IconRefresh size={14} />}>
          Try again
        </Button>
      )}
      <IconButton
        icon={IconX}
        label={isPending(upload) ? `Cancel ${name}` : `Remove ${name} from the list`}
        onClick={() => removeUpload(upload)}
      />
    </li>
  );
}

function UploadOutcome({ upload: { state, name, percent, error, image }, onShow }: UploadRowProps) {
  if (state === 'failed') return <ErrorText role="alert">{error}</ErrorText>;
  if (image && onShow)
    return (
      <p role="status">
        Already in Image Management
        {image.originalName === name ? '.' : ` as ${image.originalName}.`}{' '}
        <TextButton onClick={() => onShow(image)}>
          Show it<span className="visually-hidden">: {image.originalName}</span>
        </TextButton>
      </p>
    );
  return (
    <Progress.Root size={3} mt={4}>
      <Progress.Section value={percent} aria-label={`${name}, ${percent} percent sent`} />
    </Progress.Root>
  );
}
