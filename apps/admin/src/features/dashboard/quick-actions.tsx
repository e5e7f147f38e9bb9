import { IconDownload, IconExternalLink, IconLayoutList, IconPhotoPlus, IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorAlert } from '../../ui/alert.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import classes from './dashboard.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** The frequent tasks. */
export function QuickActions({ canExport }: { canExport: boolean }) {
  const siteUrl = useSiteUrl();
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => (await import('./export-data.ts')).exportData(confirm),
  });
  return (
    <Panel aria-label="Quick actions">
      <div className={classes.actions}>
        <Link to="/content" search={{ section: 'hero' }}>
          <IconLayoutList {...icon} /> Edit Hero
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
        {canExport && (
          <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
            <IconDownload {...icon} /> Export Data
          </button>
        )}
      </div>
      <ErrorAlert error={download.error} fallback="The export failed. Try again." />
    </Panel>
  );
}
