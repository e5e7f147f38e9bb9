import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useSiteUrl } from '../../auth/session-options.ts';
import classes from './inbox.module.css';

/** Returns whether there is no enquiry in any folder. */
export function useEmptyInbox(): boolean {
  const { byStatus } = useEnquiryCounts().data ?? {};
  return byStatus !== undefined && Object.values(byStatus).every((count) => count === 0);
}

/** The inbox before the first enquiry. */
export function EmptyInbox() {
  const siteUrl = useSiteUrl().replace(/\/$/, '');
  return (
    <EmptyState
      action={
        <Group gap="8px 20px" justify="center">
          <a href={`${siteUrl}/#contact`} target="_blank" rel="noopener">
            Open the form
          </a>
          <Link to="/enquiries" search={{ view: 'mail' }}>
            Send a test enquiry
          </Link>
        </Group>
      }
    >
      Messages from the form on your website arrive here. You read, assign and answer them, and see when each reply is
      due.
    </EmptyState>
  );
}

/** The place of the open enquiry while there is none. */
export function EmptyPane({ isListEmpty }: { isListEmpty: boolean }) {
  const isInboxEmpty = useEmptyInbox();
  return (
    <div className={classes.emptyPane}>
      {isListEmpty && isInboxEmpty ? (
        <EmptyInbox />
      ) : (
        <EmptyState>
          {isListEmpty
            ? 'Nothing to read here. Choose another folder or clear the filters.'
            : 'The enquiry that you choose in the list is shown here.'}
        </EmptyState>
      )}
    </div>
  );
}
