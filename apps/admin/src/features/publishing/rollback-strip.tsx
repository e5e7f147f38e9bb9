import { Link } from '@tanstack/react-router';
import { releaseNumber } from '../../format/release-number.ts';
import strip from '../../ui/notice-strip.module.css';
import { resumeQuestion } from './confirm-resume-publishing.ts';
import { PublishActionButton } from './publish-actions.tsx';
import { usePublishStatus } from './publishing-events.ts';

/** On every screen while a release that was brought back is held: nobody should wonder where the saves are. */
export function HeldStrip() {
  const status = usePublishStatus();
  if (!status?.heldRelease) return null;
  const { heldRelease: held, waiting } = status;
  return (
    <section className={`alert ${strip.strip}`} data-tone="waiting" aria-label="Publishing is held">
      <p>
        <strong>Release {releaseNumber(held)} was brought back and is held.</strong>{' '}
        {waiting > 0 && (
          <Link to="/releases">
            {waiting === 1 ? '1 item differs' : `${waiting} items differ`} from what visitors see.
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
