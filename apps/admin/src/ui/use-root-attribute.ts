import { useLayoutEffect } from 'react';
import { createStore } from '../store/create-store.ts';

interface RootAttribute {
  name: `data-${string}`;
  value: string;
}

const mounted = createStore<readonly RootAttribute[]>([]);

/**
 * Sets an attribute of the root element while a component is mounted, for styles of elements far from it. With `:has()` on
 * an ancestor of a text field, Chromium restyles the whole screen at each key. The newest component wins.
 *
 * @param value undefined for no attribute
 */
export function useRootAttribute(name: RootAttribute['name'], value: string | undefined): void {
  useLayoutEffect(() => {
    if (value === undefined) return;
    const own = { name, value };
    mounted.set((others) => [...others, own]);
    apply(name);
    return () => {
      mounted.set((all) => all.filter((other) => other !== own));
      apply(name);
    };
  }, [name, value]);
}

function apply(name: string): void {
  const newest = mounted.get().findLast((attribute) => attribute.name === name);
  if (newest) document.documentElement.setAttribute(name, newest.value);
  else document.documentElement.removeAttribute(name);
}
