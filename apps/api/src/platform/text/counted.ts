/** `['1 enquiry']` or `['3 enquiries']`, to be put together with others; `[]` for none. */
export function counted(rows: number, one: string, several: string): string[] {
  return rows === 0 ? [] : [`${rows} ${rows === 1 ? one : several}`];
}
