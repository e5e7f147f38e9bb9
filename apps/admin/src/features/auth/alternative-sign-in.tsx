import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/passkey';
import { api, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import classes from './login.module.css';
import { usePasskeySupport, useSessionOptions } from './session-options.ts';

interface AlternativeSignInProps {
  given: { email: string; password: string };
  /** When the password was right and one of the account's passkeys is asked for. */
  request: PasskeyRequestOptions | undefined;
  /** Shows that it takes a while, and what went wrong. */
  attempt: (signIn: () => Promise<void>) => void;
  fill: (given: { email: string; password: string }) => void;
}

/** A passkey, the demo account, the way to the first account: what the form works without, loaded after it. */
export function AlternativeSignIn({ given, request, attempt, fill }: AlternativeSignInProps) {
  const { begin, login } = useSession();
  const options = useSessionOptions();
  const passkeys = usePasskeySupport();
  const demo = options?.demo;

  async function signIn(): Promise<void> {
    if (request) return login({ ...given, passkey: await answerWithPasskey(request) });
    const reply = await unwrap(api.anonymous.auth.passkey.options.$post());
    const passkey = await answerWithPasskey(reply.options);
    begin(await unwrap(api.anonymous.auth.passkey.$post({ json: { passkey } })));
  }

  return (
    <>
      {options?.hasAccounts === false && (
        <div className="alert" data-tone="waiting" role="status">
          Nobody has an account here yet. Make the first one with the set-up link that the start of the server printed.
        </div>
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
            <button type="button" className="text-button" onClick={() => fill(demo)}>
              Fill in
            </button>
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

/** The code for passkeys comes with the press: most people sign in without. */
async function answerWithPasskey(request: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const device = await import('./passkey-device.ts');
  return device.answerWithPasskey(request);
}
