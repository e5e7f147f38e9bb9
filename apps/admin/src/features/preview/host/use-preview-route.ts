import { useSearch } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content-model';
import type { PreviewField } from '@threadline/schema/preview';
import { useEffect, useRef, useState } from 'react';
import type { Place } from './preview-overrides.ts';
import { pageOf } from './resolve-preview-path.ts';

/** A section that is to come into sight, on that page. */
export interface SoughtSection {
  section: string;
  path: string;
}

interface PreviewedPlaces {
  /** The one whose tab is chosen. */
  section: SectionName;
  focus: PreviewField | undefined;
  /** Whether the item with the caret can be shown yet. */
  isThere: boolean;
  saved: Place | undefined;
}

/**
 * The page in the preview: the one that was chosen, until a field of another one gets the caret, or the tab of a section
 * is chosen that is on another one.
 */
export function usePreviewedPage({ section: chosen, focus, isThere, saved }: PreviewedPlaces) {
  const [path, setPath] = useState('/');
  const sought = useSoughtSection(chosen, path);
  const { section, key } = focus ?? {};
  useEffect(() => {
    if (sought) setPath(sought.path);
  }, [sought]);
  const arrived = useRef(saved);
  useEffect(() => {
    // The page that the entry had while it was written is gone; without this the landing page would be shown instead.
    if (saved && saved !== arrived.current) setPath((shown) => pageOf(saved, shown));
    arrived.current = saved;
  }, [saved]);
  useEffect(() => {
    if (section !== undefined && key !== undefined) setPath((shown) => pageOf({ section, key }, shown, isThere));
  }, [section, key, isThere]);
  return { path, setPath, sought };
}

/** New with every choice of a tab; where an item is opened with its section, its field says what is seen. */
function useSoughtSection(section: SectionName, path: string): SoughtSection | undefined {
  const item = useSearch({ from: '/signed-in/content', select: (search) => search.item });
  const [sought, setSought] = useState<SoughtSection>();
  const now = useRef({ item, path });
  now.current = { item, path };
  useEffect(() => {
    const { item, path } = now.current;
    setSought(item === undefined ? { section, path: pageOf({ section, key: '' }, path) } : undefined);
  }, [section]);
  return sought;
}
