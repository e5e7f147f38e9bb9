import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { api, unwrap } from '../../api/client.ts';
import { useFailedMail } from '../../api/enquiry-counts.ts';
import { emailSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SettingsColumns } from '../../ui/settings-panels.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useCloseToast } from '../../ui/use-close-toast.ts';
import { describeSending } from '../enquiries/inbox/mail-notice.tsx';
import { EnquiryRecipients } from './enquiry-recipients.tsx';
import { FixedMailServer } from './fixed-mail-server.tsx';
import { findFormFault, MailServerForm, mailSettingsId } from './mail-server-form.tsx';
import { mailSettingsKey } from './mail-settings-key.ts';
import { SpamAdvice } from './spam-advice.tsx';
import { TestMessage, useTestMessage } from './test-message.tsx';
import { useOfferWaiting } from './use-offer-waiting.ts';

/** /admin/settings/email: the mail server through which messages are sent. */
export function EmailSettingsScreen() {
  const { role } = useUser();
  return (
    <Screen title={emailSettings}>
      {role === 'super_admin' ? (
        <Settings />
      ) : (
        <Alert tone="info">Only a super admin can see and change these settings.</Alert>
      )}
    </Screen>
  );
}

function Settings() {
  const query = useQuery({
    queryKey: mailSettingsKey,
    queryFn: () => unwrap(api.client['mail-settings'].$get()),
  });
  const test = useTestMessage();
  const closeToast = useCloseToast();
  const offerWaiting = useOfferWaiting();
  // The outcome is shown beside the form, so the message that announced the test goes.
  const testSaved = () =>
    test.mutate(undefined, {
      onSettled: (outcome) => {
        closeToast(mailSettingsId);
        if (outcome?.ok) void offerWaiting();
      },
    });
  const fault = findFormFault(query.data, test.data);
  return (
    <Loaded query={query} heading="The email settings could not be loaded.">
      {(settings) => (
        <Stack>
          <StateNotice settings={settings} isFaultInForm={fault !== undefined} />
          <SettingsColumns
            settings={
              settings.source === 'environment' ? (
                <FixedMailServer settings={settings} />
              ) : (
                // Mounted again after a change, so that the fields show what is stored.
                <MailServerForm key={JSON.stringify(settings)} settings={settings} fault={fault} onSaved={testSaved} />
              )
            }
          >
            {settings.source !== 'none' && <TestMessage test={test} isFaultInForm={fault !== undefined} />}
            <EnquiryRecipients settings={settings} />
            <SpamAdvice sender={settings.sender} server={settings.server} />
          </SettingsColumns>
        </Stack>
      )}
    </Loaded>
  );
}

const savedWithFault = 'The settings are saved, but the test failed. Correct the marked field and save again.';
const goBack = ' To use no email for now, choose “Stop sending email”.';

interface StateNoticeProps {
  settings: MailSettings;
  /** Whether the form shows the reason of the last failure. */
  isFaultInForm: boolean;
}

function StateNotice({ settings: { source, isPasswordLost }, isFaultInForm }: StateNoticeProps) {
  const problem = useFailedMail()?.problem;
  if (source === 'none')
    return (
      <Alert tone="warning">
        Email is not set up: enquiries arrive in the inbox, but your team gets no message and replies are not sent. To
        set it up, choose your email provider below.
      </Alert>
    );
  if (isPasswordLost)
    return (
      <Alert role="alert">
        The saved password cannot be read, for example because the site was moved to another machine. Enter it again.
        Until then, messages wait in the outbox. {describeSending('smtp')}
      </Alert>
    );
  const reason = isFaultInForm ? savedWithFault : `Email does not work: the last attempt failed. ${problem}`;
  return (
    <Alert tone={problem ? 'danger' : 'info'}>
      {problem
        ? `${reason} Messages wait in the outbox. ${describeSending('smtp')}${source === 'admin' ? goBack : ''}`
        : 'Messages that were not sent are in the outbox.'}{' '}
      <Link to="/enquiries" search={{ view: 'mail' }}>
        Show the outbox
      </Link>
    </Alert>
  );
}
