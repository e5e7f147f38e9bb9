import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddPasskey, PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/wire/passkey';

/** Deviations of a broken, stolen or deceived device. */
export interface Twist {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  userHandle?: string | undefined;
  /** Signs without user verification. */
  unverified?: boolean;
  crossOrigin?: boolean;
  counter?: number;
  /** CBOR of the attestation: its format and statement. */
  attestation?: Buffer;
  signature?: Buffer;
}

const flagBits = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');
/** CBOR of a short text, and of bytes up to 64 KB. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

/** Returns `fmt` and an empty or one-entry `attStmt` as CBOR, without the surrounding map. */
export function createAttestation(format: string, statement: Buffer = Buffer.from([0xa0])): Buffer {
  return Buffer.concat([cborText('fmt'), cborText(format), cborText('attStmt'), statement]);
}

/** Creates a W3C WebAuthn passkey with its own key (ES256), like a phone or a security key, without a browser. */
export function createPasskeyDevice({ origin, backedUp = false }: { origin: string; backedUp?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let owner = '';
  let uses = 0;

  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);

  function createClientData(type: string, challenge: string, twist: Twist): string {
    const given = { origin: twist.origin ?? origin, crossOrigin: twist.crossOrigin ?? false };
    return JSON.stringify({ type: twist.type ?? type, challenge: twist.challenge ?? challenge, ...given });
  }

  function authenticatorData(rpId: string, twist: Twist, isNew: boolean): Buffer {
    const backupFlags = flagBits.backupEligible | flagBits.backedUp;
    const flags =
      flagBits.present |
      (twist.unverified ? 0 : flagBits.verified) |
      (backedUp ? backupFlags : 0) |
      (isNew ? flagBits.hasCredential : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? uses);
    const head = [sha256(twist.rpId ?? rpId), Buffer.from([flags]), counter];
    const length = Buffer.from([0, id.length]);
    return Buffer.concat(isNew ? [...head, Buffer.alloc(16), length, id, coseKey] : head);
  }

  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
  } as const;

  return {
    id: credential.id,

    /** `navigator.credentials.create()` */
    create(
      options: { challenge: string; rp: { id?: string | undefined }; user: { id: string } },
      twist: Twist = {},
    ): AddPasskey['passkey'] {
      owner = options.user.id;
      const data = cborBytes(authenticatorData(options.rp.id ?? '', twist, true));
      const attestation = twist.attestation ?? createAttestation('none');
      const object = Buffer.concat([Buffer.from([0xa3]), attestation, cborText('authData'), data]);
      const clientDataJSON = base64url(createClientData('webauthn.create', options.challenge, twist));
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: base64url(object), transports: ['internal'] },
      };
    },

    /** `navigator.credentials.get()` */
    getAssertion(options: Pick<PasskeyRequestOptions, 'challenge' | 'rpId'>, twist: Twist = {}): PasskeyAssertion {
      uses += 1;
      const data = authenticatorData(options.rpId, twist, false);
      const clientData = createClientData('webauthn.get', options.challenge, twist);
      const signature = twist.signature ?? sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      const userHandle = 'userHandle' in twist ? twist.userHandle : owner;
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}
