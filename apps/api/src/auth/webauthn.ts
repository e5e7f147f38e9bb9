import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { AddPasskey, PasskeyAssertion } from '@threadline/schema/passkey';
import { challengeMs } from './passkey-challenges.ts';
import type { RelyingParty } from './relying-party.ts';

// Everything that needs the library, as one piece: it is loaded with the first passkey, as most starts never need it.

/** Ed25519, ECDSA with P-256, RSA: what devices have. */
const algorithms = [-8, -7, -257];

interface Asked {
  challenge: string;
  party: RelyingParty;
}

interface KnownCredential {
  credentialId: string;
  transports: string[];
}

/** What the browser hands to a device that shall keep a passkey. */
export async function registrationQuestion(
  { challenge, party }: Asked,
  user: { _id: string; name: string; email: string },
  known: readonly KnownCredential[],
) {
  const { extensions: _unread, ...question } = await generateRegistrationOptions({
    rpName: 'Threadline',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user._id)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    // So that each signs in alone, too: kept by the device, and opened by its owner's finger, face or PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return question;
}

/** @throws Error when anything is wrong with the new passkey */
export async function readRegistration(response: AddPasskey['passkey'], { challenge, party }: Asked) {
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
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backedUp,
  };
}

/** Nobody asked for the maker's certificate. To check one could mean to fetch what an address in it names. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isPlain) throw new Error('Its attestation was not asked for.');
}

interface StoredKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** @returns the new count of signatures; undefined for a wrong signature @throws Error when anything else is wrong */
export async function readAnswer(
  answer: PasskeyAssertion,
  { credentialId, publicKey, counter }: StoredKey,
  asked: Asked,
) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.party.origin,
    expectedRPID: asked.party.id,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  });
  if (!verified) return undefined;
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}
