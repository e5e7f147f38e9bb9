import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content/content-model';
import { useEffect } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { bannerMs, messages } from '../../../ui/messages.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useClearAfter } from '../../../ui/use-clear-after.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
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

interface SaveBannerProps {
  /** The section of the saved item, where the screen shows only one. */
  section?: SectionName | undefined;
  outcome: Outcome;
  undo: ContentMutations['undo'];
  onClear: () => void;
}

/** Clears after 3 s (Spec §9), but not while it has the pointer or the focus. It takes its own space above the list. */
export function SaveBanner({ section, outcome, undo, onClear }: SaveBannerProps) {
  const pauseProps = useClearAfter(bannerMs, { shown: outcome.number, onClear });
  useEffect(() => {
    // The banner makes the list shorter, which could hide the focused control.
    const { activeElement } = document;
    if (outcome.number > 0 && activeElement?.closest('[data-scrolls]')) {
      activeElement.scrollIntoView({ block: 'nearest' });
    }
  }, [outcome.number]);
  const status = usePublishStatus();
  const isPublished = !status?.review && !status?.pinnedRelease;
  const Icon = outcome.succeeded ? IconCircleCheck : IconAlertCircle;
  const actions = (
    <>
      {outcome.succeeded && undo && <TextButton onClick={undo.run}>{undo.isRedo ? 'Redo' : 'Undo'}</TextButton>}
      {outcome.succeeded && isPublished && <SiteLink section={section} />}
      <IconButton
        icon={IconX}
        label="Close the message"
        size={24}
        color={outcome.succeeded ? 'success' : 'danger'}
        onClick={onClear}
      />
    </>
  );
  return (
    <Alert
      tone={outcome.succeeded ? 'success' : 'danger'}
      isStrip
      icon={<Icon size={18} aria-hidden="true" />}
      role={outcome.succeeded ? 'status' : 'alert'}
      actions={actions}
      {...pauseProps}
    >
      <strong>{outcome.succeeded ? messages.contentSaved : messages.contentFailed}</strong> {outcome.detail}
      {outcome.succeeded && !isPublished && (
        <>
          {' '}
          It is not on the site yet:{' '}
          <Link to="/releases">{status?.pinnedRelease ? 'resume publishing' : 'publish it'} under Releases</Link>.
        </>
      )}
    </Alert>
  );
}

function SiteLink({ section }: Pick<SaveBannerProps, 'section'>) {
  const anchor = section && anchors[section];
  return (
    <a href={anchor ? `/#${anchor}` : '/'} target="_blank" rel="noopener">
      View on the site
    </a>
  );
}
