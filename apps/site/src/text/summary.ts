/** As long as search engines and messengers show. */
const maxLength = 160;

/** The whole sentences at the beginning of a text that fit under a search result; of a long first one, its first words. */
export function summarize(text: string): string {
  const sentences = text.trim().split(/(?<=[.!?])\s+/);
  let summary = '';
  for (const sentence of sentences) {
    const longer = summary === '' ? sentence : `${summary} ${sentence}`;
    if (longer.length > maxLength) break;
    summary = longer;
  }
  return (
    summary ||
    `${text
      .trim()
      .slice(0, maxLength)
      .replace(/(?<!\s)\s+\S*$/, '')}…`
  );
}
