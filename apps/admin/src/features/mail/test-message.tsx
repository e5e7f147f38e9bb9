import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { useUser } from '../../session.tsx';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './mail-settings.module.css';

/** Sends a message to the signed-in user and reports what the mail server answered. */
export function TestMessage() {
  const { email } = useUser();
  const test = useMutation({ mutationFn: () => unwrap(api.client['mail-settings'].test.$post()) });
  return (
    <Panel title="Test">
      <div className={classes.test}>
        <p>Sends a message to you, {email}, with the saved settings.</p>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Send a test message
        </Button>
        <div role="status">
          {test.data && !test.isPending && <Alert tone={test.data.ok ? 'success' : 'danger'}>{test.data.detail}</Alert>}
        </div>
        <ErrorAlert error={test.error} fallback="The test message could not be sent." />
      </div>
    </Panel>
  );
}
