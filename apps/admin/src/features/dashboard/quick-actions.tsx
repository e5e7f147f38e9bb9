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
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { Role } from '@threadline/schema/wire/user';
import { formatCount } from '../../format/numbers.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import { usePublishing } from '../publishing/publish-view.ts';
import classes from './dashboard.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** The open work first, then the frequent tasks. */
export function QuickActions({ dashboard, role }: { dashboard: Dashboard; role: Role }) {
  const siteUrl = useSiteUrl();
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => (await import('./export-data.ts')).exportData(confirm),
  });
  return (
    <Panel aria-label="Quick actions">
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
        <a href={siteUrl} target="_blank" rel="noopener">
          <IconExternalLink {...icon} /> View Website
        </a>
        {role === 'super_admin' && (
          <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
            <IconDownload {...icon} /> Export Data
          </button>
        )}
      </div>
      <ErrorAlert error={download.error} fallback="The export failed. Please try again." />
    </Panel>
  );
}

function OpenWork({ dashboard: { imagesWithoutAlt, placeholders } }: { dashboard: Dashboard }) {
  const { view } = usePublishing();
  return (
    <>
      {view?.hasFailed && (
        <Link to="/releases" data-tone="warning">
          <IconAlertTriangle {...icon} /> See why publishing failed
        </Link>
      )}
      {view?.hasPendingChanges && (
        <Link to="/releases" data-tone="warning">
          <IconRocket {...icon} /> Publish {view.pendingLabel.toLowerCase()}
        </Link>
      )}
      {imagesWithoutAlt > 0 && (
        <Link to="/images" search={{ filter: 'no-alt' }} data-tone="warning">
          <IconPhotoEdit {...icon} /> Describe {formatCount(imagesWithoutAlt, 'image')}
        </Link>
      )}
      {placeholders > 0 && (
        <Link to="/content" hash="missing" data-tone="warning">
          <IconAlertTriangle {...icon} /> Fill in {formatCount(placeholders, 'field')}
        </Link>
      )}
    </>
  );
}
