import type { TextFit } from '@threadline/schema/primitives';
import { useEffect, useState } from 'react';
import classes from './schema-form.module.css';

/** The site's display face, as the admin has it for its own wordmark. */
const face = '"Anek Wide"';

interface FitNoteProps {
  text: string;
  fit: TextFit;
}

/** How many lines a headline takes on the page, and when they are too many for a phone. */
export function FitNote({ text, fit }: FitNoteProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // Another face has other widths: nothing is said until this one is there.
    document.fonts.load(`600 72px ${face}`).then(
      (faces) => setReady(faces.length > 0),
      () => undefined,
    );
  }, []);
  const measure = isReady && text.trim() !== '' ? widthMeter(fit.letterSpacing) : undefined;
  if (!measure) return null;
  const phone = countLines(text, measure(fit.phone.fontSize), fit.phone.width);
  const desktop = countLines(text, measure(fit.desktop.fontSize), fit.desktop.width);
  const lines = `${desktop === 1 ? '1 line' : `${desktop} lines`} on desktop, ${phone} on a phone`;
  if (phone <= fit.maxLines) return <span>{lines}</span>;
  return (
    <span className={classes.tooLong}>
      {lines}: longer than the {fit.maxLines} lines that fit there.
    </span>
  );
}

type Measure = (words: string) => number;

function widthMeter(letterSpacing: number): ((fontSize: number) => Measure) | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  return (fontSize) => (words) => {
    context.font = `600 ${fontSize}px ${face}`;
    return context.measureText(words).width + [...words].length * letterSpacing * fontSize;
  };
}

/** Lines as a browser breaks them: at spaces and after hyphens, each as full as it gets. */
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
