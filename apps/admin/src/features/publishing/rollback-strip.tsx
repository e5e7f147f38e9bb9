import { Link } from '@tanstack/react-router';
import { releaseNumber } from '../../format/release-number.ts';
import strip from '../../ui/notice-strip.module.css';
import { resumeQuestion } from './confirm-resume-publishing.ts';
import { PublishActionButton } from './publish-actions.tsx';
import { usePublishStatus } from './publishing-events.ts';

/** Shown on every screen while a release is pinned, so that editors know why their saves are not public. */
export function HeldStrip() {
  const status = usePublishStatus();
  if (!status?.pinnedRelease) return null;
  const { pinnedRelease, pendingChanges } = status;
  return (
    <section className={`alert ${strip.strip}`} data-tone="waiting" aria-label="Publishing is paused">
      <p>
        <strong>Rolled back to release {releaseNumber(pinnedRelease)}.</strong>{' '}
        {pendingChanges > 0 && (
          <Link to="/releases">
            {pendingChanges === 1 ? '1 item differs' : `${pendingChanges} items differ`} from what visitors see.
          </Link>
        )}{' '}
        Saves are kept, but visitors do not see them yet.
      </p>
      <PublishActionButton action="resume" question={resumeQuestion(status)}>
        Resume publishing
      </PublishActionButton>
    </section>
  );
}
