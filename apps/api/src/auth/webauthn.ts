import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { AddPasskey, PasskeyAssertion } from '@threadline/schema/wire/passkey';
import { challengeMs, type RelyingParty } from './passkey-challenges.ts';

// The only module that imports the library. It is loaded with the first passkey, because most starts never need it.

/** Ed25519, ECDSA with P-256, RSA: the algorithms of common authenticators. */
const algorithms = [-8, -7, -257];

interface Ceremony {
  challenge: string;
  party: RelyingParty;
}

interface Credential {
  credentialId: string;
  transports: string[];
}

/** Returns the creation options that the browser passes to an authenticator. */
export async function createRegistrationOptions(
  { challenge, party }: Ceremony,
  user: { _id: string; name: string; email: string },
  known: readonly Credential[],
) {
  const { extensions: _unused, ...options } = await generateRegistrationOptions({
    rpName: 'Threadline',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user._id)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // A discoverable credential with user verification also signs in without a password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return options;
}

/** @throws Error when anything is wrong with the new passkey */
export async function verifyRegistration(response: AddPasskey['passkey'], { challenge, party }: Ceremony) {
  refuseCertificates(response.response.attestationObject);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!registrationInfo) throw new Error('The signature is wrong.');
  const { credential, credentialBackedUp: backedUp } = registrationInfo;
  const { id: credentialId, publicKey, counter } = credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, backedUp };
}

/** No attestation was requested. Verifying a certificate could mean fetching an address that it names. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isPlain) throw new Error('Its attestation was not requested.');
}

interface StoredKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** Returns the new signature counter; undefined for a wrong signature. @throws Error when anything else is wrong */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  { credentialId, publicKey, counter }: StoredKey,
  { challenge, party }: Ceremony,
) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  });
  if (!verified) return undefined;
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}
