import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconAlertCircle, IconCopyCheck, IconRefresh, IconX } from '@tabler/icons-react';
import type { Image } from '@threadline/schema/image';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './upload-area.module.css';
import { dropUpload, isUnderWay, retryUpload, type UploadRow } from './uploads.ts';

interface UploadLineProps {
  row: UploadRow;
  onShow?: (image: Image) => void;
}

/** One file on its way, or what became of it. */
export function UploadLine({ row, onShow }: UploadLineProps) {
  const { image } = row;
  return (
    <li className={classes.upload}>
      <div>
        <strong>{row.name}</strong>
        {row.state === 'failed' ? (
          <p className={classes.problem} role="alert">
            <IconAlertCircle size={16} aria-hidden="true" /> {row.problem}
          </p>
        ) : image && onShow ? (
          <p className={classes.known} role="status">
            <IconCopyCheck size={16} aria-hidden="true" /> Already in Image Management
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
      {isUnderWay(row) && <span className="dimmed">{row.percent} %</span>}
      {row.canRetry && (
        <Button size="xs" onClick={() => retryUpload(row)} leftSection={<IconRefresh size={14} />}>
          Retry
        </Button>
      )}
      <IconButton
        label={isUnderWay(row) ? `Cancel ${row.name}` : `Take ${row.name} off the list`}
        onClick={() => dropUpload(row)}
      >
        <IconX size={16} />
      </IconButton>
    </li>
  );
}
