import { Link } from '@tanstack/react-router';
import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { AdvicePanel } from '../../ui/settings-panels.tsx';

/** Shows who gets the emails about new enquiries, and where that is changed. */
export function EnquiryRecipients({
  settings: { team, contactEmail, isTeamFixed },
}: {
  settings: Pick<MailSettings, 'team' | 'contactEmail' | 'isTeamFixed'>;
}) {
  return (
    <AdvicePanel title="Emails about new enquiries">
      <p>
        {team.length > 0 ? (
          <>
            New enquiries are emailed to: <strong>{team.join(', ')}</strong>
          </>
        ) : (
          `New enquiries are not emailed yet, because the email in the contact details is still the example ${contactEmail}.`
        )}
      </p>
      {isTeamFixed ? (
        <p>Set by the server’s administrator.</p>
      ) : (
        <p>
          They go to the email address of the contact details, which visitors see, too. To reach several people, enter
          the address of a group or a shared mailbox.{' '}
          <Link to="/content" search={{ section: 'site', item: 'contact', field: '/email' }}>
            Change the address
          </Link>
        </p>
      )}
    </AdvicePanel>
  );
}
