import {
  IconAlertTriangle,
  IconDownload,
  IconExternalLink,
  IconLayoutList,
  IconPhotoEdit,
  IconPhotoPlus,
  IconRocket,
  IconUserPlus,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Role } from '@threadline/schema/user';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { usePublishStatus } from '../publishing/publishing-events.ts';
import classes from './dashboard.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** What there is to do now, and then what one comes here for. */
export function QuickActions({ dashboard, role }: { dashboard: Dashboard; role: Role }) {
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => (await import('./export-data.ts')).exportData(confirm),
  });
  return (
    <section className="panel" aria-label="Quick actions">
      <div className={classes.actions}>
        <Urgent dashboard={dashboard} />
        <Link to="/content" search={{ section: 'hero' }}>
          <IconLayoutList {...icon} /> Edit the hero
        </Link>
        <Link to="/images">
          <IconPhotoPlus {...icon} /> Upload images
        </Link>
        <Link to="/users" search={{ add: true }}>
          <IconUserPlus {...icon} /> Add a user
        </Link>
        <a href="/" target="_blank" rel="noopener">
          <IconExternalLink {...icon} /> View Website
        </a>
        {role === 'super_admin' && (
          <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
            <IconDownload {...icon} /> Export Data
          </button>
        )}
      </div>
      <ErrorAlert error={download.error} fallback="The export failed." />
    </section>
  );
}

/** Only what waits for somebody. */
function Urgent({ dashboard: { imagesWithoutAlt, placeholders } }: { dashboard: Dashboard }) {
  const status = usePublishStatus();
  const waits = status?.review && status.workingRevision > status.revision;
  return (
    <>
      {status?.state === 'failed' && (
        <Link to="/releases" data-urgent>
          <IconAlertTriangle {...icon} /> See why it was not published
        </Link>
      )}
      {waits && (
        <Link to="/releases" data-urgent>
          <IconRocket {...icon} /> Publish {status.pendingChanges} pending
        </Link>
      )}
      {imagesWithoutAlt > 0 && (
        <Link to="/images" search={{ filter: 'no-alt' }} data-urgent>
          <IconPhotoEdit {...icon} /> Describe {imagesWithoutAlt === 1 ? '1 image' : `${imagesWithoutAlt} images`}
        </Link>
      )}
      {placeholders > 0 && (
        <Link to="/content" hash="missing" data-urgent>
          <IconAlertTriangle {...icon} /> Finish {placeholders === 1 ? '1 field' : `${placeholders} fields`}
        </Link>
      )}
    </>
  );
}
