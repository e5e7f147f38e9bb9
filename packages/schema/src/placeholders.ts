import { toPointer } from './site-content.ts';

/** Matches what the seed holds where only the owner knows the real value: reserved domains, a number that reaches nobody. */
const placeholder = /placeholder|\bexample\.(?:com|org|net)\b|\+?91 ?00000 ?00000|\bset by owner\b/i;

/** Whether a text still waits for the owner's own words. */
export function isPlaceholder(text: unknown): boolean {
  return typeof text === 'string' && placeholder.test(text);
}

/** JSON Pointers of the texts within a value that are placeholders, in their order. */
export function findPlaceholders(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => findPlaceholders(part, [...path, name]));
  return isPlaceholder(value) ? [toPointer(path)] : [];
}
