import { z } from 'zod';

const wrong = 'This is not what a passkey answers.';
/** Bytes as WebAuthn's JSON has them. */
const bytes = (maxCharacters: number) =>
  z
    .string({ error: wrong })
    .max(maxCharacters, { error: wrong, abort: true })
    .regex(/^[\w-]+$/, { error: wrong });
const transports = z.array(z.string().max(20)).max(10);

/** W3C WebAuthn, Level 3; what is not needed here is left out. */
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: wrong }),
};

/** `AuthenticationResponseJSON`: a passkey's answer to a `passkeyRequestSchema`. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(2000),
    authenticatorData: bytes(2000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** `PublicKeyCredentialRequestOptionsJSON`: what the browser hands to the passkey. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: whichever passkey of this site there is. */
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

/** Body of `POST /auth/passkey`. */
export const passkeyLoginSchema = z.strictObject({ passkey: passkeyAssertionSchema });

const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, { error: 'Name is required' })
  .max(60, { error: 'Use at most 60 characters.' })
  .refine((text) => text.isWellFormed(), { error: 'Name contains characters that cannot be stored.' });

/** Body of `POST /api/account/passkeys`, with the `RegistrationResponseJSON` of the browser. */
export const addPasskeySchema = z.strictObject({
  name,
  passkey: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(2000),
      attestationObject: bytes(8000),
      transports: transports.optional(),
    }),
  }),
});
export type AddPasskey = z.infer<typeof addPasskeySchema>;

/** Body of `PATCH /api/account/passkeys/{id}`. */
export const renamePasskeySchema = z.strictObject({ name });

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Kept by a service such as a password manager: it outlives the device. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
