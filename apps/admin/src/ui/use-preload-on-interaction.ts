import { useEffect } from 'react';

/** Preloads code at the first interaction, so that it does not delay the first load and is there without a connection. */
export function usePreloadOnInteraction(preload: () => void): void {
  useEffect(() => {
    const gone = new AbortController();
    const load = () => {
      gone.abort();
      preload();
    };
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, load, { signal: gone.signal });
    return () => gone.abort();
  }, [preload]);
}
