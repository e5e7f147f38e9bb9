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
import { usePublishing } from '../publishing/publish-view.ts';
import classes from './dashboard.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** The open work first, then the frequent tasks. */
export function QuickActions({ dashboard, role }: { dashboard: Dashboard; role: Role }) {
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => (await import('./export-data.ts')).exportData(confirm),
  });
  return (
    <section className="panel" aria-label="Quick actions">
      <div className={classes.actions}>
        <OpenWork dashboard={dashboard} />
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
      <ErrorAlert error={download.error} fallback="The export failed. Please try again." />
    </section>
  );
}

function OpenWork({ dashboard: { imagesWithoutAlt, placeholders } }: { dashboard: Dashboard }) {
  const { view } = usePublishing();
  return (
    <>
      {view?.hasFailed && (
        <Link to="/releases" data-urgent>
          <IconAlertTriangle {...icon} /> See why publishing failed
        </Link>
      )}
      {view?.hasPendingChanges && (
        <Link to="/releases" data-urgent>
          <IconRocket {...icon} /> Publish {view.pendingLabel.toLowerCase()}
        </Link>
      )}
      {imagesWithoutAlt > 0 && (
        <Link to="/images" search={{ filter: 'no-alt' }} data-urgent>
          <IconPhotoEdit {...icon} /> Describe {imagesWithoutAlt === 1 ? '1 image' : `${imagesWithoutAlt} images`}
        </Link>
      )}
      {placeholders > 0 && (
        <Link to="/content" hash="missing" data-urgent>
          <IconAlertTriangle {...icon} /> Fill in {placeholders === 1 ? '1 field' : `${placeholders} fields`}
        </Link>
      )}
    </>
  );
}
