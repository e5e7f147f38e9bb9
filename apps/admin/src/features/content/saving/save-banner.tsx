import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SectionName } from '@threadline/schema/content-model';
import { useEffect } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { bannerMs, messages } from '../../../ui/messages.ts';
import { useClearAfter } from '../../../ui/use-clear-after.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import classes from '../list/content.module.css';
import type { Saving } from './use-content-mutations.ts';

export interface Outcome {
  /** Grows with each save, so that the same words twice are two banners. */
  number: number;
  succeeded: boolean;
  /** More than the sentence of the specification: what the server said. */
  detail?: string;
}

/** Where on the landing page a section begins; the others are seen from its top. */
const anchors: Partial<Record<SectionName, string>> = {
  about: 'about',
  services: 'services',
  process: 'process',
  stats: 'stats',
  insights: 'insights',
  cta: 'contact',
};

interface SaveBannerProps {
  /** What was saved is in there; left out where it may be anywhere. */
  section?: SectionName;
  outcome: Outcome;
  undo: Saving['undo'];
  onClear: () => void;
}

/**
 * Spec §4, §8, §9: clears after 3 s; held while somebody points at it or has the focus in it. It stands above what scrolls, and
 * covers nothing of it.
 */
export function SaveBanner({ section, outcome, undo, onClear }: SaveBannerProps) {
  const held = useClearAfter(bannerMs, { shown: outcome.number, onClear });
  useEffect(() => {
    // It takes its height from the list: whoever goes on there by keys stays in sight.
    const { activeElement } = document;
    if (outcome.number > 0 && activeElement?.closest('[data-scrolls]'))
      activeElement.scrollIntoView({ block: 'nearest' });
  }, [outcome.number]);
  const Icon = outcome.succeeded ? IconCircleCheck : IconAlertCircle;
  return (
    <div className={classes.bannerPlace}>
      <div
        className={`alert ${classes.banner}`}
        data-tone={outcome.succeeded ? 'good' : undefined}
        role={outcome.succeeded ? 'status' : 'alert'}
        {...held}
      >
        <Icon size={18} aria-hidden="true" />
        <p>
          <strong>{outcome.succeeded ? messages.contentSaved : messages.contentFailed}</strong> {outcome.detail}
        </p>
        {outcome.succeeded && undo && (
          <button type="button" className="text-button" onClick={undo.run}>
            {undo.isRedo ? 'Redo' : 'Undo'}
          </button>
        )}
        {outcome.succeeded && <WhereItIs section={section} />}
        <IconButton
          label="Close the message"
          size={24}
          color={outcome.succeeded ? 'success' : 'danger'}
          onClick={onClear}
        >
          <IconX size={16} />
        </IconButton>
      </div>
    </div>
  );
}

/** The way to what was saved: to the site, or to what waits while saves do not go there by themselves. */
function WhereItIs({ section }: Pick<SaveBannerProps, 'section'>) {
  const status = usePublishStatus();
  if (status?.review || status?.heldRelease) return <Link to="/releases">It waits to be published</Link>;
  const anchor = section && anchors[section];
  return (
    <a href={anchor ? `/#${anchor}` : '/'} target="_blank" rel="noopener">
      View on the site
    </a>
  );
}
