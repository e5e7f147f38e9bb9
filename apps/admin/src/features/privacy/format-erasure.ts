import type { Erasure } from '@threadline/schema/privacy';

const names = [
  ['enquiries', 'enquiry', 'enquiries'],
  ['messages', 'message', 'messages'],
  ['subscribers', 'newsletter entry', 'newsletter entries'],
] as const;

type Counts = Pick<Erasure, (typeof names)[number][0]>;

/** "1 enquiry, 3 messages": only what there was. */
export function erasedWords(counts: Counts): string {
  const words = names.flatMap(([name, one, many]) =>
    counts[name] === 0 ? [] : [`${counts[name]} ${counts[name] === 1 ? one : many}`],
  );
  return words.join(', ') || 'Nothing was kept';
}

/** What somebody who has just erased a person reads. */
export function justErasedWords({ kept, ...counts }: Counts & { kept: number }): string {
  const sum = counts.enquiries + counts.messages + counts.subscribers;
  const done = sum === 0 ? 'Nothing was left to erase.' : `Erased: ${erasedWords(counts)}.`;
  return kept === 0 ? done : `${done} Kept as client’s files: ${kept}.`;
}
