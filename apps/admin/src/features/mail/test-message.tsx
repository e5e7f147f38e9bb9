import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { useUser } from '../../session.tsx';
import { SettingsTest } from '../../ui/settings-panels.tsx';
import { enquiriesKey } from '../enquiries/inbox/enquiries-query.ts';

/** Sends a message to the signed-in user and reports what the mail server answered. */
export function TestMessage() {
  const { email } = useUser();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => unwrap(api.client['mail-settings'].test.$post()),
    // Other screens report the outcome as the state of email.
    onSettled: () => {
      for (const queryKey of [enquiriesKey, dashboardKey, ['outbox']]) queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <SettingsTest test={test} title="Test" action="Send a test message" fallback="The test message could not be sent.">
      Sends a message to you, {email}, with the saved settings.
    </SettingsTest>
  );
}
