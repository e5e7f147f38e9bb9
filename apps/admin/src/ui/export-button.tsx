import { Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from './alert.tsx';
import { Button } from './button.tsx';
import { saveReply } from './save-file.ts';

interface ExportButtonProps {
  /** The name of the saved file. */
  file: string;
  request: () => Promise<Response>;
  /** The exported records, for the tooltip. */
  contents: string;
}

/** Requests a CSV export and saves the reply as a file. */
export function ExportButton({ file, request, contents }: ExportButtonProps) {
  const save = useMutation({ mutationFn: () => saveReply(request(), file) });
  return (
    <Stack gap={8} align="flex-end">
      <Button
        size="xs"
        title={`Saves ${contents} as a CSV file, which opens in Excel`}
        onClick={() => save.mutate()}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        Export (CSV)
      </Button>
      <ErrorAlert error={save.error} fallback="The export failed. Please try again." />
    </Stack>
  );
}
