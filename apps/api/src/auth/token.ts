import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../context.ts';
import { readKey } from '../platform/keys.ts';

export const accessTokenMinutes = 15;

const algorithm = 'EdDSA';
const type = 'at+jwt';
const issuer = 'threadline';

export interface AccessClaims {
  sessionId: string;
  userId: string;
}

/**
 * Short-lived access tokens, signed with an Ed25519 key that is made once and kept in `DATA_DIR/keys`. They name a
 * session; what it may do is looked up on each request, never taken from the token.
 */
export function createAccessTokens({ config, now }: Pick<Deps, 'config' | 'now'>) {
  const privateKey = createPrivateKey(readKey(config.dataDir, 'token-key.pem'));
  const publicKey = createPublicKey(privateKey);
  const audience = config.siteUrl;

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

    /** The claims of a token that this installation issued and that has not run out. */
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
