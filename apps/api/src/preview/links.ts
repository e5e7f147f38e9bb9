import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '@threadline/config/secret-file';
import type { PreviewLink } from '@threadline/schema/preview';
import { desc, eq, gt, lte } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type Actor, recordAudit } from '../audit/service.ts';
import { previewLinks } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';

const algorithm = 'HS256';
const type = 'preview+jwt';
const mostLinks = 50;
const hourMs = 3_600_000;

/** `unknown`: nobody here made this link. `ended`: it ran out or was taken back. */
export type LinkState = 'good' | 'ended' | 'unknown';

/**
 * Links that show the working copy to somebody without an account. Signed by a key of this installation; a row of the
 * table keeps each of them alive, so that it can be taken back.
 */
export function createPreviewLinks({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  const secret = readOrCreateSecret(join(config.dataDir, 'keys', 'preview-link-key'), () =>
    randomBytes(32).toString('hex'),
  );
  const key = createSecretKey(secret, 'hex');

  return {
    /** Those that still work, newest first. */
    list(): PreviewLink[] {
      const rows = db.select().from(previewLinks).where(gt(previewLinks.expiresAt, now().toISOString()));
      return rows.orderBy(desc(previewLinks.createdAt)).all();
    },

    /** @returns the link and its secret part, which is told only now */
    async create(hours: number, by: Actor): Promise<{ link: PreviewLink; token: string }> {
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + hours * hourMs);
      const link = {
        id: randomUUID(),
        createdAt: createdAt.toISOString(),
        createdBy: by.name,
        expiresAt: expiresAt.toISOString(),
      };
      db.transaction((tx) => {
        tx.delete(previewLinks).where(lte(previewLinks.expiresAt, link.createdAt)).run();
        if (tx.select({ id: previewLinks.id }).from(previewLinks).all().length >= mostLinks)
          throw new ProblemError('conflict', { detail: `There are ${mostLinks} links already. Take one back first.` });
        tx.insert(previewLinks).values(link).run();
        recordAudit(tx, { at: link.createdAt, by, action: 'preview-link.created', subject: `until ${link.expiresAt}` });
      });
      const token = await new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setJti(link.id)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { link, token };
    },

    /** @throws ProblemError 404 when there is no such link */
    revoke(id: string, by: Actor): void {
      const at = now().toISOString();
      db.transaction((tx) => {
        const link = tx.delete(previewLinks).where(eq(previewLinks.id, id)).returning().get();
        if (!link) throw new ProblemError('not-found', { detail: 'There is no such link.' });
        recordAudit(tx, { at, by, action: 'preview-link.revoked', subject: `made by ${link.createdBy}` });
      });
    },

    async check(token: string): Promise<LinkState> {
      try {
        const options = { algorithms: [algorithm], typ: type, currentDate: now(), requiredClaims: ['jti', 'exp'] };
        const { payload } = await jwtVerify(token, key, options);
        const row = db
          .select()
          .from(previewLinks)
          .where(eq(previewLinks.id, payload.jti ?? ''))
          .get();
        return row ? 'good' : 'ended';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'ended';
        if (error instanceof errors.JOSEError || error instanceof TypeError) return 'unknown';
        throw error;
      }
    },
  };
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
