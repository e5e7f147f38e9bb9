import { Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorAlert } from './alert.tsx';
import { Button } from './button.tsx';
import { saveReply } from './save-file.ts';

interface ExportButtonProps {
  /** The name of the saved file. */
  file: string;
  request: () => Promise<Response>;
  /** The exported records, below the button. */
  contents: string;
}

/** Requests a CSV export and saves the reply as a file. */
export function ExportButton({ file, request, contents }: ExportButtonProps) {
  const save = useMutation({ mutationFn: () => saveReply(request(), file) });
  const id = useId();
  return (
    <Stack gap={4} align="flex-end">
      <Button
        size="xs"
        aria-describedby={id}
        onClick={() => save.mutate()}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        Export (CSV)
      </Button>
      <Text id={id} size="xs" c="dimmed" ta="right">
        {contents}
      </Text>
      <ErrorAlert error={save.error} fallback="The export failed. Please try again." />
    </Stack>
  );
}
