import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailTest } from '@threadline/schema/wire/mail-settings';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey, enquiriesKey } from '../../api/query-keys.ts';
import { useUser } from '../../session.tsx';
import { SettingsTest } from '../../ui/settings-panels.tsx';

export type TestMutation = UseMutationResult<MailTest, Error, void>;

/** Returns the mutation that sends a message to the signed-in user, with the answer of the mail server. */
export function useTestMessage(): TestMutation {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.client['mail-settings'].test.$post()),
    // Other screens report the outcome as the state of email.
    onSettled: () => {
      for (const queryKey of [enquiriesKey, dashboardKey, ['outbox']]) queryClient.invalidateQueries({ queryKey });
    },
  });
}

interface TestMessageProps {
  test: TestMutation;
  /** Whether the form shows the reason of the failure at a field. */
  isFaultInForm: boolean;
}

/** Sends a test message, and shows the outcome. */
export function TestMessage({ test, isFaultInForm }: TestMessageProps) {
  const { email } = useUser();
  return (
    <SettingsTest
      test={test}
      outcome={isFaultInForm ? 'The test message was not sent. The reason is shown at the marked field.' : undefined}
      title="Test"
      action="Send a test message"
      fallback="The test message could not be sent."
    >
      Sends a message to you, {email}, with the saved settings. Saving new settings does the same.
    </SettingsTest>
  );
}
