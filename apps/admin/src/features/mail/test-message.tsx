import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { useUser } from '../../session.tsx';
import { SettingsTest } from '../../ui/settings-panels.tsx';

/** Sends a message to the signed-in user and reports what the mail server answered. */
export function TestMessage() {
  const { email } = useUser();
  const test = useMutation({ mutationFn: () => unwrap(api.client['mail-settings'].test.$post()) });
  return (
    <SettingsTest test={test} title="Test" action="Send a test message" fallback="The test message could not be sent.">
      Sends a message to you, {email}, with the saved settings.
    </SettingsTest>
  );
}
