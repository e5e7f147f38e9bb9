import { Box, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Alert } from '../../../ui/alert.tsx';
import type { CountMismatch } from '../model/count-mismatches.ts';

interface CountWarningProps {
  warnings: readonly CountMismatch[];
  component: 'li' | 'div';
  p?: number;
  mb?: number;
}

/** One notice about all texts that state another number of entries: a sentence for each list, and its texts. */
export function CountWarning({ warnings, ...props }: CountWarningProps) {
  if (warnings.length === 0) return null;
  const byCount = Map.groupBy(warnings, ({ shown }) => shown);
  return (
    <Box {...props}>
      <Alert tone="warning" role="status">
        {[...byCount].map(([shown, texts]) => (
          <div key={shown}>
            The site shows {shown}, but these texts give another number:
            <Stack component="ul" gap={4} mt={4}>
              {texts.map(({ stated, section, key, field }) => (
                <li key={`${section}.${key}${field}`}>
                  {stated}{' '}
                  <Link to="/content" search={{ section, item: key, field }}>
                    Change it<span className="visually-hidden">: {stated}</span>
                  </Link>
                </li>
              ))}
            </Stack>
          </div>
        ))}
      </Alert>
    </Box>
  );
}
