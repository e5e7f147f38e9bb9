import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content/content-model';
import { type RefObject, useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { bannerMs, messages } from '../../../ui/messages.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useClearAfter } from '../../../ui/use-clear-after.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getSavedState, type SavedState } from '../../publishing/saved-state.ts';
import classes from './save-banner.module.css';
import type { ContentMutations, Outcome } from './use-content-mutations.ts';

// Screens that save load the code for pending saves now: once the connection is lost, it is too late.
import('./retry-saves.tsx').catch(() => undefined);

/** The anchors of sections on the landing page. The other sections are shown from the top of the page. */
const anchors: Partial<Record<SectionName, string>> = {
  about: 'about',
  services: 'services',
  process: 'process',
  stats: 'stats',
  insights: 'insights',
  cta: 'contact',
};

/** The space around the banner, as in its styles. */
const gapPx = 12;

interface SaveBannerProps {
  /** The section of the saved item, where the screen shows only one. */
  section?: SectionName | undefined;
  outcome: Outcome;
  undo: ContentMutations['undo'];
  onClear: () => void;
}

/**
 * Clears after 3 s (Spec §9), but not while it has the pointer or the focus. It lies above the list and takes no space of
 * it, so that no row moves under the pointer. Undo stays in the top bar.
 */
export function SaveBanner({ section, outcome, undo, onClear }: SaveBannerProps) {
  const pauseProps = useClearAfter(bannerMs, { shown: outcome.number, onClear });
  const isAtTop = useAvoidFocus(pauseProps.ref, outcome.number);
  const Icon = outcome.succeeded ? IconCircleCheck : IconAlertCircle;
  return (
    <Alert
      tone={outcome.succeeded ? 'success' : 'danger'}
      className={classes.banner}
      data-place={isAtTop ? 'top' : 'bottom'}
      icon={<Icon size={18} aria-hidden="true" />}
      role={outcome.succeeded ? 'status' : 'alert'}
      actions={
        <IconButton
          icon={IconX}
          label="Close the message"
          size={24}
          color={outcome.succeeded ? 'success' : 'danger'}
          onClick={onClear}
        />
      }
      {...pauseProps}
    >
      <div className={classes.lines}>
        <strong>{outcome.succeeded ? messages.contentSaved : messages.contentFailed}</strong>
        {outcome.succeeded && undo && <TextButton onClick={undo.run}>{undo.isRedo ? 'Redo' : 'Undo'}</TextButton>}
        <div className={classes.second}>
          {outcome.detail && <Detail text={outcome.detail} isShort={outcome.succeeded} />}
          {outcome.succeeded && <SiteState revision={outcome.revision} section={section} />}
        </div>
      </div>
    </Alert>
  );
}

/** Returns whether the banner must be at the top of the list, because it would cover the focused control at the bottom. */
function useAvoidFocus(banner: RefObject<HTMLElement | null>, shown: number): boolean {
  const [isAtTop, setAtTop] = useState(false);
  useEffect(() => {
    const place = () => {
      const { activeElement } = document;
      const list = activeElement?.closest('[data-scrolls]');
      if (!banner.current || !list) return;
      const covered = list.getBoundingClientRect().bottom - banner.current.offsetHeight - 2 * gapPx;
      setAtTop(activeElement !== null && activeElement.getBoundingClientRect().bottom > covered);
    };
    place();
    document.addEventListener('focusin', place);
    return () => document.removeEventListener('focusin', place);
  }, [banner, shown]);
  return isAtTop;
}

/** The change. A long name is cut, so that the line stays one; a failure is shown in full. */
function Detail({ text, isShort }: { text: string; isShort: boolean }) {
  const [, before, name, after] = text.match(/^([^“]*“)([^”]+)(”[^“]*)$/) ?? [];
  if (!isShort || !name) return <span>{text}</span>;
  return (
    <span className={classes.detail} title={text}>
      <span>{before}</span>
      <span className={classes.name}>{name}</span>
      <span>{after}</span>
    </span>
  );
}

/** Whether visitors see the saved revision, and the next step. */
function SiteState({ revision, section }: Pick<Outcome, 'revision'> & Pick<SaveBannerProps, 'section'>) {
  const state = getSavedState(usePublishStatus(), revision);
  const { text, link } = siteStates[state];
  return (
    // The publishing status announces it.
    <span aria-live="off" className={classes.state}>
      {text} {link ? <Link to="/releases">{link}</Link> : state !== 'updating' && <SiteLink section={section} />}
    </span>
  );
}

const siteStates: Record<SavedState, { text: string; link?: string }> = {
  updating: { text: 'Updating the site…' },
  live: { text: 'It is live.' },
  unverified: { text: 'It is published.' },
  failed: { text: 'It is not published.', link: 'See why' },
  pending: { text: 'Not live yet.', link: 'Publish it' },
  paused: { text: 'Not live yet.', link: 'Resume publishing' },
};

function SiteLink({ section }: Pick<SaveBannerProps, 'section'>) {
  const anchor = section && anchors[section];
  return (
    <a href={anchor ? `/#${anchor}` : '/'} target="_blank" rel="noopener">
      View on the site
    </a>
  );
}
