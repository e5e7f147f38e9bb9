import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content/content-model';
import type { ReactNode } from 'react';
import { useSiteUrl } from '../auth/session-options.ts';
import { pendingChangesQuery } from './pending-changes.ts';
import { usePublishStatus } from './publishing-events.ts';
import { getSavedState, type SavedState } from './saved-state.ts';

/** The anchors of sections on the landing page. The other sections are shown from the top of the page. */
const anchors: Partial<Record<string, string>> = {
  about: 'about',
  services: 'services',
  process: 'process',
  stats: 'stats',
  insights: 'insights',
  cta: 'contact',
} satisfies Partial<Record<SectionName, string>>;

type ItemPlace = Record<'section' | 'key', string>;

export interface SiteStateProps {
  /** The saved revision, if it is known. */
  revision?: number | undefined;
  /** The section of the saved item, if it is known. */
  section?: string | undefined;
  /** The changed items, if they may be as visitors see them again: after Undo, Redo and a restore. */
  items?: readonly ItemPlace[] | undefined;
  /** A sentence about the change that replaces the one about the site. */
  children?: ReactNode;
}

/** Says whether visitors see the saved revision, with a link to the next step. */
export function SiteState({ revision, section, items, children }: SiteStateProps) {
  const saved = getSavedState(usePublishStatus(), revision);
  const isPending = useIsPending(saved === 'pending' ? items : undefined, revision);
  if (isPending === undefined) return children;
  const state = isPending ? saved : 'unchanged';
  const { text, link } = siteStates[state];
  return (
    // The publishing status announces it.
    <span aria-live="off">
      {children ?? text} {link ? <Link to="/releases">{link}</Link> : isSeen(state) && <SiteLink section={section} />}
    </span>
  );
}

/** Returns whether one of the items is a pending change; undefined until that is known. */
function useIsPending(items: SiteStateProps['items'], revision = 0): boolean | undefined {
  const { data } = useQuery({ ...pendingChangesQuery, enabled: items !== undefined });
  if (!items) return true;
  if (!data || data.revision < revision) return undefined;
  return data.changes.some((change) =>
    items.some(({ section, key }) => change.section === section && change.key === key),
  );
}

const isSeen = (state: SavedState) => state === 'live' || state === 'unverified';

const siteStates: Record<SavedState, { text: string; link?: string }> = {
  updating: { text: 'Updating the site…' },
  live: { text: 'Visitors see the change.' },
  unchanged: { text: 'Visitors see no difference.' },
  unverified: { text: 'The change is published.' },
  failed: { text: 'Visitors do not see the change.', link: 'See why' },
  pending: { text: 'Visitors do not see the change yet.', link: 'Publish' },
  paused: { text: 'Visitors do not see the change yet.', link: 'Resume publishing' },
};

function SiteLink({ section = '' }: Pick<SiteStateProps, 'section'>) {
  const siteUrl = useSiteUrl();
  const anchor = anchors[section];
  return (
    <a href={anchor ? `${siteUrl}#${anchor}` : siteUrl} target="_blank" rel="noopener">
      View on the site
    </a>
  );
}
