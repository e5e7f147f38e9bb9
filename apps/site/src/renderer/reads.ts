/** The values that a page read while it was rendered, by path. */
export type Reads = Map<string, { path: readonly string[]; value: unknown }>;

/** Depth to which reads are tracked: `content` → section → item, `images` → image. */
const depths: Record<string, number> = { content: 2, images: 1 };

/**
 * Returns the content as a proxy that records each read. Below an item values are returned as they are: an item is the
 * smallest unit of comparison.
 */
export function trackReads<Loaded extends object>(loaded: Loaded, reads: Reads): Loaded {
  return createTrackingProxy(loaded, { reads, path: [], depth: 0 });
}

/** Returns whether a page with these reads would read the same values again. */
export function isUnchanged(reads: Reads, loaded: object): boolean {
  return [...reads.values()].every(({ path, value }) => getValueAt(loaded, path) === value);
}

interface Tracking {
  reads: Reads;
  path: readonly string[];
  /** Levels below this one that are tracked separately. */
  depth: number;
}

function createTrackingProxy<Target extends object>(target: Target, { reads, path, depth }: Tracking): Target {
  const record = (at: readonly string[], value: unknown) => reads.set(at.join(' '), { path: at, value });
  // Returns the same proxy each time: other caches compare by identity.
  const proxies = new Map<string, object>();
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver);
      if (typeof name === 'symbol') return value;
      const below = path.length === 0 ? (depths[name] ?? 0) : depth - 1;
      const at = [...path, name];
      if (below <= 0 || typeof value !== 'object' || value === null) {
        record(at, value);
        return value;
      }
      const known = proxies.get(name) ?? createTrackingProxy(value, { reads, path: at, depth: below });
      proxies.set(name, known);
      return known;
    },
    has(object, name) {
      record(path, object);
      return Reflect.has(object, name);
    },
    ownKeys(object) {
      record(path, object);
      return Reflect.ownKeys(object);
    },
  });
}

function getValueAt(loaded: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], loaded);
}
