import { useEffect, useRef } from 'react';

/**
 * On a phone tabs are one line that is swept sideways: the chosen one is in it.
 *
 * @param index of the chosen one
 * @param isReady the tabs have their widths
 * @returns for the list of the tabs
 */
export function useScrollTabIntoView(index: number, isReady: boolean) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReady) list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index, isReady]);
  return list;
}
