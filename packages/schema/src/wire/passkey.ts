import { z } from 'zod';

const invalid = 'This is not a valid passkey response.';
/** Bytes in base64url, as in WebAuthn's JSON. */
const bytes = (maxCharacters: number) =>
  z
    .string({ error: invalid })
    .max(maxCharacters, { error: invalid, abort: true })
    .regex(/^[\w-]+$/, { error: invalid });
const transports = z.array(z.string().max(20)).max(10);

/** W3C WebAuthn, Level 3, without the members that are not needed here. */
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: invalid }),
};

/** `AuthenticationResponseJSON`: a passkey's assertion for `passkeyRequestOptionsSchema`. */
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

/** `PublicKeyCredentialRequestOptionsJSON`: the options for the browser. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: any passkey of this site. */
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
  /** Synchronised by a service such as a password manager, so it survives the loss of the device. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
