import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconAlertCircle, IconPhotoUp, IconRefresh, IconX } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './images.module.css';
import { acceptedTypes } from './upload.ts';
import { type UploadRow, useUploads } from './use-uploads.ts';

/** Drop, paste or choose; each file shows its own progress and its own failure. */
export function UploadArea() {
  const { rows, add, retry, drop } = useUploads();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
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

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
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
            <strong>Drop images here, paste, or</strong>{' '}
            <button type="button" className={`text-button ${classes.choose}`} onClick={() => picker.current?.click()}>
              choose files
            </button>
          </p>
          <p className="dimmed">{messages.imageHint}</p>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          accept={acceptedTypes.join(',')}
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Images to upload"
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {rows.length > 0 && (
        <ul className={`panel ${classes.uploads}`}>
          {rows.map((row) => (
            <UploadLine key={row.id} row={row} onRetry={() => retry(row)} onDrop={() => drop(row.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadLine({ row, onRetry, onDrop }: { row: UploadRow; onRetry: () => void; onDrop: () => void }) {
  const hasFailed = row.state === 'failed';
  return (
    <li className={classes.upload}>
      <div>
        <strong>{row.name}</strong>
        {hasFailed ? (
          <p className={classes.problem} role="alert">
            <IconAlertCircle size={16} aria-hidden="true" /> {row.problem}
          </p>
        ) : (
          <Progress.Root size="sm">
            <Progress.Section value={row.percent} aria-label={`${row.name}, ${row.percent} percent sent`} />
          </Progress.Root>
        )}
      </div>
      {!hasFailed && <span className="dimmed">{row.percent} %</span>}
      {row.canRetry && (
        <Button size="xs" onClick={onRetry} leftSection={<IconRefresh size={14} />}>
          Retry
        </Button>
      )}
      <IconButton label={hasFailed ? `Take ${row.name} off the list` : `Cancel ${row.name}`} onClick={onDrop}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}
