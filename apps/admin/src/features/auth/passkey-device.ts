import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { AddPasskey, PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/passkey';
import { ApiError } from '../../api/client.ts';

type NewPasskeyRequest = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Lets one of the passkeys that the person has answer. @throws ApiError `passkey` with what to do */
export function answerWithPasskey(optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  return asked(() => startAuthentication({ optionsJSON }));
}

/** Makes a passkey on a device of the person's choice. @throws ApiError `passkey` with what to do */
export function createPasskey(optionsJSON: NewPasskeyRequest): Promise<AddPasskey['passkey']> {
  return asked(() => startRegistration({ optionsJSON }));
}

/** The library's errors keep the browser's own name; its sentences are for engineers. */
const sentences: Record<string, string> = {
  NotAllowedError: 'No passkey was chosen, or it took too long. Please try again.',
  AbortError: 'No passkey was chosen. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work only at the address that this site is set up for.',
  ConstraintError: 'This device cannot ask for a finger, a face or a PIN. Use another one.',
};

async function asked<Answer>(ceremony: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony();
  } catch (error) {
    const known = error instanceof Error ? sentences[error.name] : undefined;
    throw new ApiError(known ?? 'This browser could not use a passkey.', { code: 'passkey' });
  }
}
