/** The revision of the seed. It goes live when the site first starts. */
export const seedRevision = 1;

/** `1 change`, `3 changes` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
