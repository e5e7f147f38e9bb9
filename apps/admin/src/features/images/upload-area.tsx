import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconAlertCircle, IconCamera, IconCopyCheck, IconPhotoUp, IconRefresh, IconX } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/image';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { acceptedTypes, onFilesChosen } from './choose-files.ts';
import classes from './upload-area.module.css';
import { type UploadRow, useUploads } from './use-uploads.ts';

interface UploadAreaProps {
  /** Only one picture is wanted: the first of what is given, and it is shown when it has arrived. */
  isSingle?: boolean;
  onShow: (image: Image) => void;
}

/** Drop, paste, choose or photograph; each file shows its own progress and its own failure. */
export function UploadArea({ isSingle = false, onShow }: UploadAreaProps) {
  const uploads = useUploads(isSingle ? onShow : undefined);
  const { rows, finished, retry, drop } = uploads;
  const add = (files: File[]) => uploads.add(isSingle ? files.slice(0, 1) : files);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const latestAdd = useRef(add);
  latestAdd.current = add;

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) latestAdd.current(files);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);

  useEffect(() => (isSingle ? undefined : onFilesChosen((files) => latestAdd.current(files))), [isSingle]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };

  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.currentTarget.files ?? [])]);
    event.currentTarget.value = '';
  };

  return (
    <section aria-label="Upload">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconPhotoUp size={22} stroke={1.6} aria-hidden="true" />
        <div>
          <p>
            <strong>{isSingle ? 'Drop an image here, paste, or' : 'Drop images here, paste, or'}</strong>{' '}
            <button type="button" className={`text-button ${classes.choose}`} onClick={() => picker.current?.click()}>
              {isSingle ? 'choose a file' : 'choose files'}
            </button>
          </p>
          <p className="dimmed">{messages.imageHint}</p>
        </div>
        <input
          ref={picker}
          type="file"
          multiple={!isSingle}
          accept={acceptedTypes.join(',')}
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Images to upload"
          onChange={onChoose}
        />
        <Button
          size="xs"
          className={classes.camera}
          onClick={() => camera.current?.click()}
          leftSection={<IconCamera size={16} aria-hidden="true" />}
        >
          Take a photo
        </Button>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Photo to upload"
          onChange={onChoose}
        />
      </div>
      <p className="visually-hidden" role="status">
        {finished > 0 ? `${finished === 1 ? '1 image was' : `${finished} images were`} uploaded` : ''}
      </p>
      {rows.length > 0 && (
        <ul className={`panel ${classes.uploads}`}>
          {rows.map((row) => (
            <UploadLine key={row.id} row={row} onShow={onShow} onRetry={() => retry(row)} onDrop={() => drop(row.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface UploadLineProps {
  row: UploadRow;
  onShow: (image: Image) => void;
  onRetry: () => void;
  onDrop: () => void;
}

function UploadLine({ row, onShow, onRetry, onDrop }: UploadLineProps) {
  const hasFailed = row.state === 'failed';
  const isUnderWay = row.state === 'waiting' || row.state === 'uploading';
  const { image } = row;
  return (
    <li className={classes.upload}>
      <div>
        <strong>{row.name}</strong>
        {hasFailed ? (
          <p className={classes.problem} role="alert">
            <IconAlertCircle size={16} aria-hidden="true" /> {row.problem}
          </p>
        ) : image ? (
          <p className={classes.known} role="status">
            <IconCopyCheck size={16} aria-hidden="true" /> Already in the library
            {image.originalName === row.name ? '.' : ` as ${image.originalName}.`}{' '}
            <button type="button" className="text-button" onClick={() => onShow(image)}>
              Show it
            </button>
          </p>
        ) : (
          <Progress.Root size="sm">
            <Progress.Section value={row.percent} aria-label={`${row.name}, ${row.percent} percent sent`} />
          </Progress.Root>
        )}
      </div>
      {isUnderWay && <span className="dimmed">{row.percent} %</span>}
      {row.canRetry && (
        <Button size="xs" onClick={onRetry} leftSection={<IconRefresh size={14} />}>
          Retry
        </Button>
      )}
      <IconButton label={isUnderWay ? `Cancel ${row.name}` : `Take ${row.name} off the list`} onClick={onDrop}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}
