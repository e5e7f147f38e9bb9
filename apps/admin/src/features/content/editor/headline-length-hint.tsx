import { Text } from '@mantine/core';
import type { TextFit } from '@threadline/schema/primitives/fields';
import { useDeferredValue, useEffect, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';

/** The site's display font, which the admin loads for its own logo. */
const face = '"Anek Wide"';

/** Shows how many lines a headline takes on the page, and warns when they are too many for a phone. */
export function HeadlineLengthHint({ text: typed, fit }: { text: string; fit: TextFit }) {
  // Measured after the frame that shows the key.
  const text = useDeferredValue(typed);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // A fallback font has other widths, so there is no hint until this one has loaded.
    document.fonts.load(`600 72px ${face}`).then(
      (faces) => setReady(faces.length > 0),
      () => undefined,
    );
  }, []);
  const measure = isReady && text.trim() !== '' ? widthMeter(fit.letterSpacing) : undefined;
  if (!measure) return null;
  const phone = countLines(text, measure(fit.phone.fontSize), fit.phone.width);
  const desktop = countLines(text, measure(fit.desktop.fontSize), fit.desktop.width);
  const lines = `${formatCount(desktop, 'line')} on desktop, ${phone} on a phone`;
  if (phone <= fit.maxLines) return <span>{lines}</span>;
  return (
    <Text span c="var(--mantine-color-accent-light-color)">
      {lines}: longer than the {fit.maxLines} lines that fit there.
    </Text>
  );
}

type Measure = (text: string) => number;

function widthMeter(letterSpacing: number): ((fontSize: number) => Measure) | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  return (fontSize) => (text) => {
    context.font = `600 ${fontSize}px ${face}`;
    return context.measureText(text).width + [...text].length * letterSpacing * fontSize;
  };
}

/** Counts lines as a browser breaks them: at spaces and after hyphens. */
export function countLines(text: string, measure: Measure, width: number): number {
  let lines = 1;
  let line = '';
  for (const piece of text.trim().split(/(?<=[\s-])/)) {
    const longer = line + piece;
    if (line !== '' && measure(longer.trimEnd()) > width) {
      lines += 1;
      line = piece;
    } else line = longer;
  }
  return lines;
}
