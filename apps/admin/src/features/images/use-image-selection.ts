import type { Image } from '@threadline/schema/content/image';
import { useState } from 'react';

interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins: the image that was selected or deselected last. */
  anchorId: string | undefined;
}

const empty: Selection = { ids: new Set(), anchorId: undefined };

/**
 * Returns the selection after a click on the checkbox of an image. With Shift, all images from the last clicked one to this
 * one get the state of this one.
 */
export function toggleSelection(
  { ids, anchorId }: Selection,
  images: readonly Pick<Image, '_id'>[],
  { id, isRange }: { id: string; isRange: boolean },
): Selection {
  const at = images.findIndex(({ _id }) => _id === id);
  const anchor = isRange ? images.findIndex(({ _id }) => _id === anchorId) : -1;
  const [from, to] = anchor === -1 ? [at, at] : [Math.min(at, anchor), Math.max(at, anchor)];
  const range = new Set(images.slice(from, to + 1).map(({ _id }) => _id));
  const next = ids.has(id) ? [...ids].filter((each) => !range.has(each)) : [...ids, ...range];
  return { ids: new Set(next), anchorId: id };
}

/** Holds which images are selected. The selection ends when `list`, the name of the shown list, changes. */
export function useImageSelection(list: string) {
  const [{ selection, of }, setState] = useState({ selection: empty, of: list });
  const current = of === list ? selection : empty;
  const set = (next: Selection) => setState({ selection: next, of: list });
  return {
    ids: current.ids,
    toggle: (images: readonly Image[], clicked: { id: string; isRange: boolean }) =>
      set(toggleSelection(current, images, clicked)),
    replace: (ids: Iterable<string>) => set({ ids: new Set(ids), anchorId: undefined }),
    clear: () => set(empty),
  };
}

export type ImageSelection = ReturnType<typeof useImageSelection>;
