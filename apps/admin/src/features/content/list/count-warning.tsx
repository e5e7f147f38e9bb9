import { Box, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../format/numbers.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { CountMismatch } from '../model/count-mismatches.ts';

interface CountWarningProps {
  warnings: readonly CountMismatch[];
  component: 'li' | 'div';
  p?: number;
  mb?: number;
}

/** Announces the notice. It is mounted before its text: screen readers announce only changes of a live region. */
export function CountStatus({ warnings }: Pick<CountWarningProps, 'warnings'>) {
  const sentences = [...Map.groupBy(warnings, ({ shown }) => shown)].map(
    ([shown, texts]) =>
      `The site shows ${shown}, and ${formatCount(texts.length, 'text says', 'texts say')} otherwise.`,
  );
  return (
    <p className="visually-hidden" role="status">
      {sentences.join(' ')}
    </p>
  );
}

/** One notice about all texts that state another number of entries: a sentence for each list, and its texts. */
export function CountWarning({ warnings, ...props }: CountWarningProps) {
  if (warnings.length === 0) return null;
  const byCount = Map.groupBy(warnings, ({ shown }) => shown);
  return (
    <Box {...props}>
      <Alert tone="warning">
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
