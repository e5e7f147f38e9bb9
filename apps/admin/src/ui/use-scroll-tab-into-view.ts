import { useEffect, useRef } from 'react';

/**
 * Scrolls the selected tab into view: on a phone the tabs are one line that scrolls sideways.
 *
 * @param index the index of the selected tab
 * @param isReady true when the tabs have their widths
 * @returns the ref for the list of tabs
 */
export function useScrollTabIntoView(index: number, isReady: boolean) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReady) list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index, isReady]);
  return list;
}
