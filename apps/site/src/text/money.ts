const inWords = new Intl.NumberFormat('en-IN', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
});

/** Rupees in the words of the country: 6.8 → `₹6.8 lakh`, 120 → `₹1.2 crore`. */
export function formatLakh(lakh: number): string {
  // Engines put spaces of several widths between figure and word; fonts know this one.
  return `₹${inWords.format(Math.round(lakh * 100_000)).replace(/\s/u, '\u00a0')}`;
}
