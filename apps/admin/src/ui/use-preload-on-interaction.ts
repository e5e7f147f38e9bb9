import { useEffect } from 'react';

/** Not on arrival, but once somebody does anything: what is asked for then has to be there at once, and without a connection. */
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
