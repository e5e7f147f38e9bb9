import { useEffect, useRef, useState } from 'react';
import type { IslandData } from '../data-file.ts';

/** When a connection that was lost may be back, or somebody wants what is missing. */
const retryOn = ['input', 'online', 'visibilitychange'];

const loading = new Map<string, Promise<IslandData>>();

interface LoadedData {
  /** Undefined while it is under way, null if it did not arrive. */
  data: IslandData | null | undefined;
  retry: () => void;
  /** Tells that the data is of no use after all. */
  fail: () => void;
}

/** The data of both islands, fetched once, and again at the next good moment if it did not arrive. */
export function useIslandData(url: string): LoadedData {
  const [data, setData] = useState<IslandData | null>();

  const fail = () => {
    loading.delete(url);
    setData(null);
  };
  const retry = () => {
    const fetched = loading.get(url) ?? fetchData(url);
    loading.set(url, fetched);
    fetched.then(setData, fail);
  };
  /** The address never changes. */
  const first = useRef(retry);

  useEffect(() => first.current(), []);
  useEffect(() => {
    if (data) return undefined;
    const { current } = first;
    for (const type of retryOn) addEventListener(type, current);
    return () => {
      for (const type of retryOn) removeEventListener(type, current);
    };
  }, [data]);

  return { data, retry, fail };
}

async function fetchData(url: string): Promise<IslandData> {
  const reply = await fetch(url);
  const data = (await reply.json()) as Partial<IslandData> | null;
  // Whatever else is wrong with it shows when it is drawn (`LivePart`).
  if (!reply.ok || !data?.board || !data.growth) throw new Error(url);
  return data as IslandData;
}
