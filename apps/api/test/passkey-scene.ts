import type { PasskeyAssertion } from '@threadline/schema/passkey';
import { cookieOf, createAccountScene, password } from './account-scene.ts';
import { createPasskeyDevice, type Twist } from './passkey-device.ts';
import { send } from './test-app.ts';

export const origin = 'https://site.test';
export const passkeysPath = '/api/account/passkeys';

/** An owner, an editor who is signed in, and devices that have passkeys. */
export async function createPasskeyScene(env: Record<string, string> = {}) {
  const scene = createAccountScene({ SITE_URL: origin, ...env });
  const { app } = scene;
  const owner = await scene.addUser('Owner', 'super_admin');
  const editor = await scene.addUser('Editor');
  const { token } = await scene.signIn(editor);

  const ask = async (by = token) =>
    (await send(app, `${passkeysPath}/options`, { body: { currentPassword: password }, token: by })).body.options;
  /** The cookie that came with each question: tests answer several at once, as if each was asked by a browser of its own. */
  const cookies = new Map<string, string>();
  const question = async () => {
    const { body, headers } = await send(app, '/api/auth/passkey/options', { method: 'POST' });
    const { name, value } = cookieOf(headers) ?? {};
    cookies.set(body.options?.challenge, `${name}=${value}`);
    return body.options;
  };
  const signIn = (passkey: PasskeyAssertion, address?: string, cookie = cookies.get(challengeIn(passkey))) =>
    send(app, '/api/auth/passkey', { body: { passkey }, address, headers: { ...(cookie && { cookie }) } });

  return {
    ...scene,
    app,
    owner,
    editor,
    token,
    ask,
    question,
    /** Of the browser that has asked this. */
    cookieFor: ({ challenge }: { challenge: string }) => cookies.get(challenge),
    signIn,
    ownerToken: (await scene.signIn(owner)).token,

    signInElsewhere: () => scene.signIn(editor),

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

    /** Asks, lets a device answer, and sends it. */
    signInWith: async (device: ReturnType<typeof createPasskeyDevice>, twist: Twist = {}) =>
      signIn(device.answer(await question(), twist)),

    login: (given: { code?: unknown; passkey?: unknown; password?: string } = {}, address?: string) =>
      send(app, '/api/auth/login', { body: { email: editor.email, password, ...given }, address }),
  };
}

function challengeIn({ response }: PasskeyAssertion): string {
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')).challenge;
}

export type PasskeyScene = Awaited<ReturnType<typeof createPasskeyScene>>;
