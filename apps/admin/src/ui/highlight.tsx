interface HighlightedTextProps {
  text: string;
  /** [start, end) of each, in order. */
  marks: [start: number, end: number][];
}

/** A text with the words that were searched for marked in it. */
export function HighlightedText({ text, marks }: HighlightedTextProps) {
  let from = 0;
  const parts = marks.flatMap(([start, end]) => {
    const pieces = [text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>];
    from = end;
    return pieces;
  });
  return [...parts, text.slice(from)];
}
