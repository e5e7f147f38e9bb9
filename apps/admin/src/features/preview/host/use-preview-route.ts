import { useSearch } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content/content-model';
import { getAddress, type LinkTarget } from '@threadline/schema/content/link-targets';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { useState } from 'react';
import type { ItemKey } from './preview-overrides.ts';

/** A section to scroll to, and its page. A new object for each request. */
export interface ScrollTarget {
  section: string;
  path: string;
}

interface RouteOptions {
  /** The section of the selected tab. */
  section: SectionName;
  focus: PreviewField | undefined;
  /** Whether the preview can show the item of the focused field. */
  isShown: boolean;
  saved: ItemKey | undefined;
}

/**
 * Returns the previewed page: the chosen one, until a field of another page gets the focus, or a section of another page
 * is selected.
 */
export function usePreviewRoute({ section, focus, isShown, saved }: RouteOptions) {
  const hasOpenItem = useSearch({ from: '/signed-in/content', select: ({ item }) => item !== undefined });
  const focusKey = focus && `${focus.section}.${focus.key} ${isShown}`;
  // The form may have the focus before the code of the preview has loaded.
  const [path, setPath] = useState(() =>
    focus ? getPreviewPath(focus, '/', isShown) : getPreviewPath({ section, key: '' }, '/'),
  );
  const [scrollTarget, setScrollTarget] = useState(hasOpenItem ? undefined : { section, path });
  const [seen, setSeen] = useState({ section, focusKey, saved });

  // Adjusted during rendering, so that no other page is shown in between.
  let next = path;
  const isNewSection = seen.section !== section;
  // The focused field of an item that is opened with its section decides what is visible.
  if (isNewSection && !hasOpenItem) next = getPreviewPath({ section, key: '' }, next);
  if (isNewSection) setScrollTarget(hasOpenItem ? undefined : { section, path: next });
  // Without this, a new entry that is saved would lead to the landing page.
  const isNewEntry = saved !== undefined && seen.saved !== saved;
  if (isNewEntry) next = getPreviewPath(saved, next);
  const isNewFocus = seen.focusKey !== focusKey;
  if (focus && isNewFocus) next = getPreviewPath(focus, next, isShown);
  if (isNewSection || isNewEntry || isNewFocus) setSeen({ section, focusKey, saved });
  if (next !== path) setPath(next);
  return { path, setPath, scrollTarget };
}

const pagesOfItems: Record<string, string> = {
  'site.not-found': '/404/',
  'site.thanks': '/thanks/',
  'site.sitemap': '/sitemap/',
  'site.careers': '/careers/',
};

/** Sections that are part of every page. */
const sharedSections = ['site', 'footer'];

/**
 * Returns the page that shows an item; the current one if it does.
 *
 * @param isShown false for an entry that is not valid yet and so has no page of its own
 */
export function getPreviewPath({ section, key }: ItemKey, current: string, isShown = true): string {
  const page = pagesOfItems[`${section}.${key}`];
  if (page) return page;
  const address = getAddress(section, key);
  if (address?.endsWith('/') && !isShown) return section === 'insights' ? '/insights/' : current;
  if (address) return new URL(address, 'https://site.invalid').pathname;
  if (sharedSections.includes(section)) return current;
  return section === 'insights' && current === '/insights/' ? current : '/';
}

export interface PageOption {
  value: string;
  label: string;
}

/** Returns every page that can be previewed. */
export function listPages(targets: readonly LinkTarget[]): PageOption[] {
  const pages = targets.filter(({ href }) => href.startsWith('/') && !href.includes('#'));
  return [
    ...pages.map(({ href, firstHref = href, label }) => ({ value: firstHref, label })),
    { value: '/404/', label: 'Page not found' },
  ];
}
