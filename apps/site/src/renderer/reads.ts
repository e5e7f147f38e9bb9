import type { LoadedContent } from '../content.ts';

/** What a page looked at while it was rendered, by where it found it. */
export type Reads = Map<string, { path: readonly string[]; value: unknown }>;

/** How far the looks are told apart: `content` → section → item, `images` → image. */
const depths: Record<string, number> = { content: 2, images: 1 };

/**
 * Lends a page its content and notes what it takes of it. Below an item everything is handed out as it is: an item is
 * the smallest thing that is compared.
 */
export function trackReads(loaded: LoadedContent, reads: Reads): LoadedContent {
  return createTrackingProxy(loaded, { reads, path: [], depth: 0 });
}

/** True if a page that read this would read exactly the same again. */
export function isUnchanged(reads: Reads, loaded: LoadedContent): boolean {
  return [...reads.values()].every(({ path, value }) => getValueAt(loaded, path) === value);
}

interface Lending {
  reads: Reads;
  path: readonly string[];
  /** Levels below this one that are noted one by one. */
  depth: number;
}

function createTrackingProxy<Target extends object>(target: Target, { reads, path, depth }: Lending): Target {
  const note = (at: readonly string[], value: unknown) => reads.set(at.join(' '), { path: at, value });
  // The same object each time, for what is remembered by identity.
  const lent = new Map<string, object>();
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver);
      if (typeof name === 'symbol') return value;
      const below = path.length === 0 ? (depths[name] ?? 0) : depth - 1;
      const at = [...path, name];
      if (below <= 0 || typeof value !== 'object' || value === null) {
        note(at, value);
        return value;
      }
      const known = lent.get(name) ?? createTrackingProxy(value, { reads, path: at, depth: below });
      lent.set(name, known);
      return known;
    },
    has(object, name) {
      note(path, object);
      return Reflect.has(object, name);
    },
    ownKeys(object) {
      note(path, object);
      return Reflect.ownKeys(object);
    },
  });
}

function getValueAt(loaded: LoadedContent, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], loaded);
}
