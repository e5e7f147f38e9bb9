import { IconCamera, IconPhotoUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/image';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { acceptedTypes, onFilesChosen } from './choose-files.ts';
import { refreshImages } from './images-query.ts';
import classes from './upload-area.module.css';
import { UploadLine } from './upload-line.tsx';
import { addUploads, showUploads, useUploads } from './uploads.ts';

interface UploadAreaProps {
  /** Only one picture is wanted: the first of what is given, and it is shown when it has arrived. */
  isSingle?: boolean;
  onShow: (image: Image) => void;
}

/** Drop, paste, choose or photograph; each file shows its own progress and its own failure. */
export function UploadArea({ isSingle = false, onShow }: UploadAreaProps) {
  const place = isSingle ? 'field' : 'library';
  const queryClient = useQueryClient();
  const uploads = useUploads();
  const rows = uploads.rows.filter((row) => row.place === place);
  const [finishedBefore] = useState(uploads.finished);
  const finished = uploads.finished - finishedBefore;
  const add = (files: File[]) =>
    addUploads(isSingle ? files.slice(0, 1) : files, { place, onStored: () => refreshImages(queryClient) });
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const latestAdd = useRef(add);
  latestAdd.current = add;
  const latestShow = useRef(onShow);
  latestShow.current = onShow;

  useEffect(() => showUploads(place, isSingle ? (image) => latestShow.current(image) : undefined), [place, isSingle]);

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
            <UploadLine key={row.id} row={row} onShow={onShow} />
          ))}
        </ul>
      )}
    </section>
  );
}
