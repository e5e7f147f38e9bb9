/** Returns `['1 enquiry']` or `['3 enquiries']`, and `[]` for none, to be joined with other counts. */
export function formatCount(rows: number, one: string, several: string): string[] {
  return rows === 0 ? [] : [`${rows} ${rows === 1 ? one : several}`];
}
