import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/wire/passkey';
import { api, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './login.module.css';
import { usePasskeySupport, useSessionOptions } from './session-options.ts';

interface AlternativeSignInProps {
  given: { email: string; password: string };
  /** Set if the password was right and the account requires one of its passkeys. */
  request: PasskeyRequestOptions | undefined;
  /** Shows the progress and the error of an attempt. */
  attempt: (signIn: () => Promise<void>) => void;
  fill: (given: { email: string; password: string }) => void;
}

/** Passkeys, the demo account and the set-up hint. The form works without them, so they are loaded later. */
export function AlternativeSignIn({ given, request, attempt, fill }: AlternativeSignInProps) {
  const { begin, login } = useSession();
  const options = useSessionOptions();
  const passkeys = usePasskeySupport();
  const demo = options?.demo;

  async function signIn(): Promise<void> {
    if (request) return login({ ...given, passkey: await getPasskeyAssertion(request) });
    const reply = await unwrap(api.anonymous.auth.passkey.options.$post());
    const passkey = await getPasskeyAssertion(reply.options);
    begin(await unwrap(api.anonymous.auth.passkey.$post({ json: { passkey } })));
  }

  return (
    <>
      {options?.hasAccounts === false && (
        <Alert tone="warning" role="status">
          There is no account yet. Ask the server’s administrator for the set-up link, which the server shows when it
          starts.
        </Alert>
      )}
      {passkeys?.isHere && (
        <Button size="md" fullWidth onClick={() => attempt(signIn)}>
          {request ? 'Use your passkey' : 'Sign in with a passkey'}
        </Button>
      )}
      {demo && (
        <section className={classes.demo} aria-label="Demo account">
          <div>
            <h2>Demo account</h2>
            <TextButton onClick={() => fill(demo)}>Fill in</TextButton>
          </div>
          <dl>
            <dt>Email</dt>
            <dd>{demo.email}</dd>
            <dt>Password</dt>
            <dd>{demo.password}</dd>
          </dl>
        </section>
      )}
    </>
  );
}

/** Loads the code for passkeys on demand: most people sign in without. */
async function getPasskeyAssertion(request: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const device = await import('./passkey-device.ts');
  return device.getPasskeyAssertion(request);
}
