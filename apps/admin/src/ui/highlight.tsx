interface HighlightedTextProps {
  text: string;
  /** The matches in order: [start, end). */
  marks: [start: number, end: number][];
}

/** A text with the matches of a search highlighted. */
export function HighlightedText({ text, marks }: HighlightedTextProps) {
  let from = 0;
  const parts = marks.flatMap(([start, end]) => {
    const pieces = [text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>];
    from = end;
    return pieces;
  });
  return [...parts, text.slice(from)];
}
