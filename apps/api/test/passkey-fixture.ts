import type { PasskeyAssertion } from '@threadline/schema/wire/passkey';
import { createAccountFixture, password, readCookie } from './account-fixture.ts';
import { createPasskeyDevice, type Twist } from './passkey-device.ts';
import { send } from './test-app.ts';

export const origin = 'https://site.test';
export const passkeysPath = '/api/account/passkeys';

/** An owner, a signed-in editor, and devices with passkeys. */
export async function createPasskeyFixture(env: Record<string, string> = {}) {
  const fixture = createAccountFixture({ SITE_URL: origin, ...env });
  const { app } = fixture;
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const { token } = await fixture.signIn(editor);

  const ask = async (by = token) =>
    (await send(app, `${passkeysPath}/options`, { body: { currentPassword: password }, token: by })).body.options;
  /** The cookie of each challenge: tests respond to several at once, as if each belonged to a different browser. */
  const cookies = new Map<string, string>();
  const requestOptions = async () => {
    const { body, headers } = await send(app, '/api/auth/passkey/options', { method: 'POST' });
    const { name, value } = readCookie(headers) ?? {};
    cookies.set(body.options?.challenge, `${name}=${value}`);
    return body.options;
  };
  const signIn = (passkey: PasskeyAssertion, address?: string, cookie = cookies.get(challengeIn(passkey))) =>
    send(app, '/api/auth/passkey', { body: { passkey }, address, headers: { ...(cookie && { cookie }) } });

  return {
    ...fixture,
    app,
    owner,
    editor,
    token,
    ask,
    requestOptions,
    /** Returns the cookie of the browser that requested this challenge. */
    cookieFor: ({ challenge }: { challenge: string }) => cookies.get(challenge),
    signIn,
    ownerToken: (await fixture.signIn(owner)).token,

    signInElsewhere: () => fixture.signIn(editor),

    /** Adds a passkey of a new device. */
    async addPasskey({
      by = token,
      name = 'Phone',
      ...device
    }: {
      by?: string;
      name?: string;
      backedUp?: boolean;
    } = {}) {
      const made = createPasskeyDevice({ origin, ...device });
      const passkey = made.create(await ask(by));
      const { body, status } = await send(app, passkeysPath, { body: { name, passkey }, token: by });
      if (status !== 201) throw new Error(`The passkey was refused: ${body.message}`);
      return { device: made, passkeyId: String(body.passkey.id), recoveryCodes: body.recoveryCodes as string[] };
    },

    /** Requests a challenge, lets a device sign it, and sends the response. */
    signInWith: async (device: ReturnType<typeof createPasskeyDevice>, twist: Twist = {}) =>
      signIn(device.getAssertion(await requestOptions(), twist)),

    login: (given: { code?: unknown; passkey?: unknown; password?: string } = {}, address?: string) =>
      send(app, '/api/auth/login', { body: { email: editor.email, password, ...given }, address }),
  };
}

function challengeIn({ response }: PasskeyAssertion): string {
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')).challenge;
}

export type PasskeyFixture = Awaited<ReturnType<typeof createPasskeyFixture>>;
