import { Stack, TextInput } from '@mantine/core';
import type { AccountLink } from '@threadline/schema/wire/account';
import { formatDateTime } from '../../format/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { SidePanel } from '../../ui/panel.tsx';
import { ShareLink } from '../../ui/share-link.tsx';

/** An account link. It is shown once, so that it can be passed on where no mail is sent. */
export function LinkPanel({ made, email, onDone }: { made: AccountLink; email: string; onDone: () => void }) {
  const link = withReachableOrigin(made.link, window.location.origin);
  const [title, subject] =
    made.kind === 'invitation' ? ['Invitation', 'The invitation'] : ['Password reset link', 'The link'];
  return (
    <SidePanel label={title} title={title} closeLabel="Close the link" onClose={onDone}>
      <Stack gap={12} p="md">
        <p role="status">
          {made.isMailed
            ? `${subject} is being sent to ${email}. You can also pass the link on yourself:`
            : `${subject} could not be emailed, because email does not work. Pass the link on to ${email} yourself:`}
        </p>
        <TextInput readOnly aria-label="Link" value={link} onFocus={(event) => event.currentTarget.select()} />
        <ShareLink
          isPrimary
          link={link}
          message={
            made.kind === 'invitation'
              ? 'I invite you to edit our website. Choose your password here:'
              : 'Choose a new password for our website here:'
          }
        />
        {isLoopback(link) && (
          <Alert tone="warning">
            This link works only on this computer. Put the site online first, then create a new link.
          </Alert>
        )}
        <small>
          It works once, until {formatDateTime(made.expiresAt)}. Anyone who has the link can set the password: send it
          only to its owner. It is not shown again.
        </small>
      </Stack>
    </SidePanel>
  );
}

const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns whether an address works only on the machine on which it is opened. */
export function isLoopback(link: string): boolean {
  return loopbackHost.test(new URL(link).hostname);
}

/**
 * Returns the link for display. Without a configured APP_URL or SITE_URL the server's links contain a loopback address, so the
 * address of the open admin is used. Mails use the server's link.
 */
export function withReachableOrigin(link: string, origin: string): string {
  if (!isLoopback(link)) return link;
  const { pathname, search, hash } = new URL(link);
  return origin + pathname + search + hash;
}
