import { Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorAlert } from './alert.tsx';
import { Button } from './button.tsx';
import classes from './export-button.module.css';
import { saveReply } from './save-file.ts';

interface ExportButtonProps {
  /** The name of the saved file. */
  file: string;
  request: () => Promise<Response>;
  /** The text of the button, which names the exported records. */
  label: string;
  /** The reason why there is nothing to export; the button is then disabled. */
  emptyReason?: string | false;
}

/** Requests a CSV export and saves the reply as a file. */
export function ExportButton({ file, request, label, emptyReason }: ExportButtonProps) {
  const save = useMutation({ mutationFn: () => saveReply(request(), file) });
  const id = useId();
  return (
    <Group gap="4px 10px" className={classes.export}>
      {emptyReason && <small id={id}>{emptyReason}</small>}
      <Button
        size="xs"
        aria-describedby={emptyReason ? id : undefined}
        title="Saves a CSV file, which Excel opens"
        disabled={Boolean(emptyReason)}
        onClick={() => save.mutate()}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        {label}
      </Button>
      <ErrorAlert error={save.error} fallback="The export failed. Try again." />
    </Group>
  );
}
