import { createSecretKey, randomUUID } from 'node:crypto';
import type { PreviewLink } from '@threadline/schema/preview';
import { and, desc, eq, gt, lte, notInArray } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import { createSessionEndedError, type Session } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { previewLinks, users } from '../platform/db/schema/core.ts';
import { hourMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { readKey } from '../platform/keys.ts';

const algorithm = 'HS256';
const type = 'preview+jwt';
const mostLinks = 50;

const { id, createdAt, createdBy, createdById, expiresAt } = previewLinks;

/** `unknown`: nobody here made this link. `ended`: it ran out, was taken back, or ended with what its maker may do. */
export type LinkState = 'good' | 'ended' | 'unknown';

/**
 * Links that show the working copy to somebody without an account. Signed by a key of this installation; a row of the
 * table keeps each of them alive, so that it can be taken back.
 */
export function createPreviewLinks({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  const key = createSecretKey(readKey(config.dataDir, 'preview-link-key'), 'hex');

  /** Those whose maker may do what they could when they made them. */
  const working = (tx: Pick<Db, 'select'>) =>
    tx
      .select({ id, createdAt, createdBy, expiresAt })
      .from(previewLinks)
      .innerJoin(users, and(eq(users.id, createdById), eq(users.sessionVersion, previewLinks.sessionVersion)))
      .$dynamic();
  const isOpen = eq(users.status, 'active');

  return {
    /** Those that still work, newest first. */
    list: (): PreviewLink[] =>
      working(db)
        .where(and(isOpen, gt(expiresAt, now().toISOString())))
        .orderBy(desc(createdAt))
        .all(),

    /** @returns the link and its secret part, which is told only now */
    async create(hours: number, { user }: Session): Promise<{ link: PreviewLink; token: string }> {
      const at = now();
      const end = new Date(at.getTime() + hours * hourMs);
      const link = {
        id: randomUUID(),
        createdAt: at.toISOString(),
        createdBy: user.name,
        expiresAt: end.toISOString(),
      };
      db.transaction((tx) => {
        tx.delete(previewLinks).where(lte(expiresAt, link.createdAt)).run();
        const kept = working(tx).all();
        const isEnded = notInArray(
          id,
          kept.map((row) => row.id),
        );
        tx.delete(previewLinks).where(isEnded).run();
        if (kept.length >= mostLinks)
          throw new ProblemError('conflict', { detail: `There are ${mostLinks} links already. Take one back first.` });
        const maker = tx.select().from(users).where(eq(users.id, user._id)).get();
        if (!maker) throw createSessionEndedError();
        const { sessionVersion } = maker;
        tx.insert(previewLinks)
          .values({ ...link, createdById: maker.id, sessionVersion })
          .run();
        const by = { id: user._id, name: user.name };
        recordAudit(tx, { at: link.createdAt, by, action: 'preview-link.created', subject: `until ${link.expiresAt}` });
      });
      const token = await new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setJti(link.id)
        .setExpirationTime(end)
        .sign(key);
      return { link, token };
    },

    /** @throws ProblemError 404 when there is no such link */
    revoke(linkId: string, by: Actor): void {
      const at = now().toISOString();
      db.transaction((tx) => {
        const link = tx.delete(previewLinks).where(eq(id, linkId)).returning().get();
        if (!link) throw new ProblemError('not-found', { detail: 'There is no such link.' });
        recordAudit(tx, { at, by, action: 'preview-link.revoked', subject: `made by ${link.createdBy}` });
      });
    },

    async check(token: string): Promise<LinkState> {
      try {
        const options = { algorithms: [algorithm], typ: type, currentDate: now(), requiredClaims: ['jti', 'exp'] };
        const { payload } = await jwtVerify(token, key, options);
        const link = working(db)
          .where(and(isOpen, eq(id, payload.jti ?? '')))
          .get();
        return link ? 'good' : 'ended';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'ended';
        if (error instanceof errors.JOSEError || error instanceof TypeError) return 'unknown';
        throw error;
      }
    },
  };
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
