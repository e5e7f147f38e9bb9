import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { AddPasskey, PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/wire/passkey';
import { ApiError } from '../../api/client.ts';

type NewPasskeyRequest = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Signs the challenge with a passkey of the user. @throws ApiError `passkey` with a message for the user */
export function getPasskeyAssertion(optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  return withUserMessage(() => startAuthentication({ optionsJSON }));
}

/** Creates a passkey on a device of the user's choice. @throws ApiError `passkey` with a message for the user */
export function createPasskey(optionsJSON: NewPasskeyRequest): Promise<AddPasskey['passkey']> {
  return withUserMessage(() => startRegistration({ optionsJSON }));
}

/** Messages by the name of the browser's error: those of the library are for engineers. */
const errorMessages: Record<string, string> = {
  NotAllowedError: 'No passkey was chosen, or it took too long. Try again.',
  AbortError: 'No passkey was chosen. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the address for which the site was set up.',
  ConstraintError: 'This device cannot verify a fingerprint, a face or a PIN. Use another device.',
};

async function withUserMessage<Answer>(ceremony: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony();
  } catch (error) {
    const known = error instanceof Error ? errorMessages[error.name] : undefined;
    throw new ApiError(known ?? 'This browser could not use a passkey.', { code: 'passkey' });
  }
}
