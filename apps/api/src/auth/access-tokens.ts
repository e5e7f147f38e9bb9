import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../context.ts';
import { readKey } from '../platform/keys.ts';

const accessTokenMinutes = 15;
const algorithm = 'EdDSA';
const type = 'at+jwt';
const issuer = 'threadline';

interface AccessClaims {
  sessionId: string;
  userId: string;
}

/**
 * Issues and reads short-lived JWTs, signed with the Ed25519 key in `DATA_DIR/keys`. A token only names a session: permissions
 * are looked up on each request and never taken from the token.
 */
export function createAccessTokens({ config, now }: Pick<Deps, 'config' | 'now'>) {
  const privateKey = createPrivateKey(readKey(config.dataDir, 'token-key.pem'));
  const publicKey = createPublicKey(privateKey);
  const audience = config.appUrl;

  return {
    issue: ({ sessionId, userId }: AccessClaims): Promise<string> =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(now())
        .setNotBefore(now())
        .setExpirationTime(new Date(now().getTime() + accessTokenMinutes * 60_000))
        .sign(privateKey),

    /** Returns the claims of an unexpired token that this installation issued; undefined for any other text. */
    async read(token: string): Promise<AccessClaims | undefined> {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience,
          currentDate: now(),
          requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
        });
        const { sub: userId, sid: sessionId } = payload;
        return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
}
