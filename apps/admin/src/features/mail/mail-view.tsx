import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { enquiriesKey } from '../../api/query-keys.ts';
import { emailSettings } from '../../navigation.ts';
import { useUser } from '../../session.tsx';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MoreButton, Note, RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { describeSending } from '../enquiries/inbox/mail-notice.tsx';
import { UnsentMessages } from './unsent-messages.tsx';

export const outboxKey = ['outbox'];

/** The state of the mail delivery, its self-test and the messages that were not sent. */
export function MailView() {
  const isSuperAdmin = useUser().role === 'super_admin';
  const query = useInfiniteQuery({
    queryKey: outboxKey,
    queryFn: ({ pageParam }) => unwrap(api.client.outbox.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      mode: pages[0]?.mode ?? 'files',
      problem: pages[0]?.problem ?? null,
      messages: pages.flatMap(({ messages }) => messages),
    }),
    refetchInterval: 15_000,
  });
  return (
    <Loaded query={query} heading="The outbox could not be loaded.">
      {({ mode, problem, messages }) => (
        <Stack>
          {mode === 'files' && (
            <Alert tone="warning">
              Email is not set up: messages wait here. {describeSending(mode)}{' '}
              {isSuperAdmin ? <Link to="/settings/email">Set up email</Link> : 'A super admin sets it up.'}
            </Alert>
          )}
          {problem && (
            <Alert role="alert">
              Email does not work: the last attempt failed. {problem}{' '}
              {messages.some(({ state }) => state === 'written-to-disk')
                ? 'New messages are sent automatically once email works. Older ones wait until you press Send now.'
                : `Messages wait here. ${describeSending(mode)}`}
            </Alert>
          )}
          <SelfTest />
          {mode === 'smtp' && isSuperAdmin && (
            <p>
              <Link to="/settings/email">{emailSettings}</Link>
            </p>
          )}
          <UnsentMessages mode={mode} problem={problem} messages={messages}>
            <MoreButton query={query} />
          </UnsentMessages>
        </Stack>
      )}
    </Loaded>
  );
}

const stepLabels = {
  sent: 'Form',
  stored: 'Enquiry',
  mail: 'Email',
  recipients: 'Recipients',
};

function SelfTest() {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => unwrap(api.client['self-test'].$post()),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: outboxKey });
      queryClient.invalidateQueries({ queryKey: enquiriesKey });
    },
  });
  return (
    <Panel
      title="Test the enquiry form"
      extra={
        <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test enquiry
        </Button>
      }
    >
      <div role="status">
        {!test.data && !test.error && (
          <Note>Sends an enquiry as a visitor would and checks each step. It is deleted after a week.</Note>
        )}
        <RecordList items={test.data?.steps ?? []}>
          {({ step, ok, detail }) => (
            <li key={step}>
              <Tag tone={ok ? 'success' : 'danger'}>{ok ? 'OK' : 'failed'}</Tag>
              <strong>{stepLabels[step]}</strong>
              <Text span c="dimmed">
                {detail}
              </Text>
            </li>
          )}
        </RecordList>
      </div>
      <ErrorAlert error={test.error} fallback="The test failed. Try again." />
    </Panel>
  );
}
