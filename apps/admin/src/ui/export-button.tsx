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
  /** The exported records, beside the button. */
  contents: string;
}

/** Requests a CSV export and saves the reply as a file. */
export function ExportButton({ file, request, contents }: ExportButtonProps) {
  const save = useMutation({ mutationFn: () => saveReply(request(), file) });
  const id = useId();
  return (
    <Group gap="4px 10px" className={classes.export}>
      <small id={id}>{contents}</small>
      <Button
        size="xs"
        aria-describedby={id}
        onClick={() => save.mutate()}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        Export (CSV)
      </Button>
      <ErrorAlert error={save.error} fallback="The export failed. Please try again." />
    </Group>
  );
}
