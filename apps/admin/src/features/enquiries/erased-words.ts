import type { Erasure } from '@threadline/schema/privacy';

const names = [
  ['enquiries', 'enquiry', 'enquiries'],
  ['mails', 'message', 'messages'],
  ['subscribers', 'newsletter entry', 'newsletter entries'],
] as const;

/** "1 enquiry, 3 messages": only what there was. */
export function erasedWords(counts: Pick<Erasure, (typeof names)[number][0]>): string {
  const words = names.flatMap(([name, one, many]) =>
    counts[name] === 0 ? [] : [`${counts[name]} ${counts[name] === 1 ? one : many}`],
  );
  return words.join(', ') || 'Nothing was kept';
}
