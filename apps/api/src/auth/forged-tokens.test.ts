import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';

type Parts = { header: object; claims: object; own: ReturnType<typeof createPrivateKey> };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ours = { alg: 'EdDSA', typ: 'at+jwt' };
const foreign = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A token with whatever header, and a signature that is made of its first two parts. */
function token({ header, claims }: Parts, signature: (signed: string) => Buffer | string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const made = signature(signed);
  return `${signed}.${typeof made === 'string' ? made : made.toString('base64url')}`;
}

const byOwn =
  ({ own }: Parts) =>
  (signed: string) =>
    sign(null, Buffer.from(signed), own);
const byForeign = (signed: string) => sign(null, Buffer.from(signed), foreign.privateKey);
/** The order of the curve added to the second half: the same signature for a verifier that does not check the range. */
function stretched(signature: Buffer): Buffer {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let sum = order;
  for (let at = 63; at >= 32; at--) sum += BigInt(signature[at] ?? 0) << BigInt(8 * (at - 32));
  const half = Buffer.from(sum.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([signature.subarray(0, 32), half]);
}

const jwk = foreign.publicKey.export({ format: 'jwk' });
const forgeries: [string, (parts: Parts) => string][] = [
  ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, (parts: Parts) => string] => [
    `that says it needs no signature ("${alg}")`,
    (parts) => token({ ...parts, header: { ...ours, alg } }, () => ''),
  ]),
  ['that says so with a good signature', (p) => token({ ...p, header: { ...ours, alg: 'none' } }, byOwn(p))],
  ['without an algorithm', (p) => token({ ...p, header: { typ: ours.typ } }, byOwn(p))],
  ['whose algorithm is a list', (p) => token({ ...p, header: { ...ours, alg: ['EdDSA'] } }, byOwn(p))],
  ['without a signature', (p) => token(p, () => '')],
  ['with a signature of zeros', (p) => token(p, () => Buffer.alloc(64))],
  ['with half of its signature', (p) => token(p, (signed) => byOwn(p)(signed).subarray(0, 32))],
  ['with one byte more', (p) => token(p, (signed) => Buffer.concat([byOwn(p)(signed), Buffer.alloc(1)]))],
  [
    'with one bit changed',
    (p) =>
      token(p, (signed) => {
        const signature = byOwn(p)(signed);
        signature[0] = (signature[0] ?? 0) ^ 1;
        return signature;
      }),
  ],
  ['with a stretched signature', (p) => token(p, (signed) => stretched(byOwn(p)(signed)))],
  ['with the signature of another token', (p) => token(p, () => byOwn(p)(`${encode(ours)}.${encode({})}`))],
  [
    'signed with our public key as a secret',
    (p) => {
      const pem = createPublicKey(p.own).export({ type: 'spki', format: 'pem' });
      return token({ ...p, header: { ...ours, alg: 'HS256' } }, (s) => createHmac('sha256', pem).update(s).digest());
    },
  ],
  [
    'of RSA',
    (p) => token({ ...p, header: { ...ours, alg: 'RS256' } }, (s) => sign('sha256', Buffer.from(s), rsa.privateKey)),
  ],
  [
    'of P-256',
    (p) =>
      token({ ...p, header: { ...ours, alg: 'ES256' } }, (s) =>
        sign('sha256', Buffer.from(s), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
  ],
  ['with a key of its own', (p) => token({ ...p, header: { ...ours, jwk } }, byForeign)],
  [
    'with the address of a key',
    (p) => token({ ...p, header: { ...ours, jku: 'http://127.0.0.1:9/keys', kid: 'x' } }, byForeign),
  ],
  ['with the path of a key', (p) => token({ ...p, header: { ...ours, kid: '../../dev/null' } }, byForeign)],
  ['with a chain of certificates', (p) => token({ ...p, header: { ...ours, x5c: ['AAAA'] } }, byForeign)],
  [
    'with an extension that must be understood',
    (p) => token({ ...p, header: { ...ours, crit: ['exp'], exp: 1 } }, byOwn(p)),
  ],
  ['whose payload is not encoded', (p) => token({ ...p, header: { ...ours, b64: false, crit: ['b64'] } }, byOwn(p))],
  ['of five parts', (p) => `${token(p, byOwn(p))}.x.x`],
  ['of two parts', (p) => token(p, byOwn(p)).split('.').slice(0, 2).join('.')],
  ['whose header is a list', (p) => token({ ...p, header: [ours] }, byOwn(p))],
];

test('a token that is not signed by us, and as we sign, is refused, whatever its header says of keys [A14]', async () => {
  const { addUser, app, deps, signIn } = createAccountFixture();
  const grant = await signIn(await addUser('Editor', 'super_admin'));
  const own = createPrivateKey(readFileSync(join(deps.config.dataDir, 'keys', 'token-key.pem')));
  const parts: Parts = { header: ours, claims: decodeJwt(grant.token), own };
  const me = async (given: string) => (await send(app, '/api/auth/me', { token: given })).status;
  expect(await me(token(parts, byOwn(parts)))).toBe(200);
  const before = footprint(deps);
  const answers = await Promise.all(forgeries.map(async ([name, forge]) => [name, await me(forge(parts))]));
  expect(answers).toEqual(forgeries.map(([name]) => [name, 401]));
  expect(footprint(deps)).toEqual(before);
});
