import { useEffect, useEffectEvent, useState } from 'react';
import type { IslandData } from '../data-file.ts';

/** Moments at which a lost connection may be back, or the visitor needs the data. */
const retryEvents = ['input', 'online', 'visibilitychange'];

const requests = new Map<string, Promise<IslandData>>();

interface LoadedData {
  /** Undefined while loading, null if loading failed. */
  data: IslandData | null | undefined;
  retry: () => void;
  /** Reports that the data could not be rendered. */
  fail: () => void;
}

/** Loads the data of both islands once, and again on the next retry event if loading failed. */
export function useIslandData(url: string): LoadedData {
  const [data, setData] = useState<IslandData | null>();

  const fail = () => {
    requests.delete(url);
    setData(null);
  };
  const load = () => {
    const request = requests.get(url) ?? fetchData(url);
    requests.set(url, request);
    request.then(setData, fail);
  };
  const loadNow = useEffectEvent(load);

  useEffect(() => loadNow(), []);
  useEffect(() => {
    if (data) return undefined;
    const retry = () => loadNow();
    for (const type of retryEvents) addEventListener(type, retry);
    return () => {
      for (const type of retryEvents) removeEventListener(type, retry);
    };
  }, [data]);

  return { data, retry: load, fail };
}

async function fetchData(url: string): Promise<IslandData> {
  const response = await fetch(url);
  const data = (await response.json()) as Partial<IslandData> | null;
  // Other mistakes in the data show when it is rendered (`IslandContent`).
  if (!response.ok || !data?.board || !data.growth) throw new Error(url);
  return data as IslandData;
}
