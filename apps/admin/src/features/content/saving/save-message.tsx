import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content/content-model';
import { bannerMs, messages } from '../../../ui/messages.ts';
import type { Toast } from '../../../ui/toast.tsx';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getSavedState, type SavedState } from '../../publishing/saved-state.ts';

/** The anchors of sections on the landing page. The other sections are shown from the top of the page. */
const anchors: Partial<Record<string, string>> = {
  about: 'about',
  services: 'services',
  process: 'process',
  stats: 'stats',
  insights: 'insights',
  cta: 'contact',
} satisfies Partial<Record<SectionName, string>>;

/** The result of a save. */
export interface SaveResult {
  succeeded: boolean;
  /** The message about the change. */
  detail?: string | undefined;
  /** The revision that contains the change, if it is known. */
  revision?: number | undefined;
  /** The section of the saved item, if it is known. */
  section?: string | undefined;
}

interface Options {
  /** Undo or Redo of the change. */
  step?: { isRedo: boolean; run: () => void } | undefined;
  /** Default: 3 s (Spec §9). */
  shownMs?: number | undefined;
}

/** Returns the message about a save, with the texts of the specification (Spec §8). */
export function createSaveMessage(result: SaveResult, { step, shownMs = bannerMs }: Options = {}): Toast {
  const { succeeded, detail } = result;
  if (!succeeded) return { tone: 'danger', title: messages.contentFailed, text: detail, shownMs };
  return {
    title: messages.contentSaved,
    text: (
      <>
        {detail && (
          <Text span inherit lineClamp={2} title={detail}>
            {detail}
          </Text>
        )}
        <SiteState {...result} />
      </>
    ),
    action: step && { label: step.isRedo ? 'Redo' : 'Undo', run: step.run },
    shownMs,
  };
}

/** Whether visitors see the saved revision, and the next step. */
function SiteState({ revision, section }: Pick<SaveResult, 'revision' | 'section'>) {
  const state = getSavedState(usePublishStatus(), revision);
  const { text, link } = siteStates[state];
  return (
    // The publishing status announces it.
    <span aria-live="off">
      {text} {link ? <Link to="/releases">{link}</Link> : state !== 'updating' && <SiteLink section={section} />}
    </span>
  );
}

const siteStates: Record<SavedState, { text: string; link?: string }> = {
  updating: { text: 'Updating the site…' },
  live: { text: 'It is live.' },
  unverified: { text: 'It is published.' },
  failed: { text: 'It is not published.', link: 'See why' },
  pending: { text: 'Visitors do not see it yet.', link: 'Publish it' },
  paused: { text: 'Visitors do not see it yet.', link: 'Resume publishing' },
};

function SiteLink({ section = '' }: Pick<SaveResult, 'section'>) {
  const anchor = anchors[section];
  return (
    <a href={anchor ? `/#${anchor}` : '/'} target="_blank" rel="noopener">
      View on the site
    </a>
  );
}
