/** Returns the JSON Pointer (RFC 6901) of a path, such as that of a zod issue: `['slides', 0, 'headline']` → `/slides/0/headline`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the path of a JSON Pointer. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
