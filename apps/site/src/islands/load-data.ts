import { useEffect, useState } from 'react';
import type { IslandData } from '../dashboard/data-file.ts';

const loading = new Map<string, Promise<IslandData>>();

/** The data of both islands, fetched once. Undefined while it is under way, and for ever if it does not arrive. */
export function useIslandData(url: string): IslandData | undefined {
  const [data, setData] = useState<IslandData>();

  useEffect(() => {
    const fetched = loading.get(url) ?? fetch(url).then((reply) => reply.json() as Promise<IslandData>);
    loading.set(url, fetched);
    // What the server has drawn stays on the page; it can be read without any of this.
    fetched.then(setData, () => loading.delete(url));
  }, [url]);

  return data;
}
