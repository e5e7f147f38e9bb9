import { createSecretKey, randomUUID } from 'node:crypto';
import type { PreviewLink } from '@threadline/schema/wire/preview';
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
const maxLinks = 50;

const { id, createdAt, createdBy, createdById, expiresAt } = previewLinks;

/** `ended`: the link has expired, was revoked, or ended with the permissions of its creator. `unknown`: not a link of this site. */
export type LinkState = 'valid' | 'ended' | 'unknown';

/**
 * Links that show the working copy to people without an account. They are signed with a key of this installation, and each
 * is valid only while its row exists, so that it can be revoked.
 */
export function createPreviewLinks({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  const key = createSecretKey(readKey(config.dataDir, 'preview-link-key'), 'hex');

  /** Selects links whose creator still has the permissions of the time of creation. */
  const selectValid = (tx: Pick<Db, 'select'>) =>
    tx
      .select({ id, createdAt, createdBy, expiresAt })
      .from(previewLinks)
      .innerJoin(users, and(eq(users.id, createdById), eq(users.sessionVersion, previewLinks.sessionVersion)))
      .$dynamic();
  const isOpen = eq(users.status, 'active');

  return {
    /** Returns the valid links, newest first. */
    list: (): PreviewLink[] =>
      selectValid(db)
        .where(and(isOpen, gt(expiresAt, now().toISOString())))
        .orderBy(desc(createdAt))
        .all(),

    /** Creates a link. Its token is not stored, so it is returned only here. */
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
        const valid = selectValid(tx).all();
        const isEnded = notInArray(
          id,
          valid.map((row) => row.id),
        );
        tx.delete(previewLinks).where(isEnded).run();
        if (valid.length >= maxLinks)
          throw new ProblemError('conflict', { detail: `There are already ${maxLinks} links. Revoke one first.` });
        const creator = tx.select().from(users).where(eq(users.id, user._id)).get();
        if (!creator) throw createSessionEndedError();
        const { sessionVersion } = creator;
        tx.insert(previewLinks)
          .values({ ...link, createdById: creator.id, sessionVersion })
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

    /** Checks a token of a link. */
    async check(token: string): Promise<LinkState> {
      try {
        const options = { algorithms: [algorithm], typ: type, currentDate: now(), requiredClaims: ['jti', 'exp'] };
        const { payload } = await jwtVerify(token, key, options);
        const link = selectValid(db)
          .where(and(isOpen, eq(id, payload.jti ?? '')))
          .get();
        return link ? 'valid' : 'ended';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'ended';
        if (error instanceof errors.JOSEError || error instanceof TypeError) return 'unknown';
        throw error;
      }
    },
  };
}

/** Revokes all preview links of an account. Returns how many there were. */
export function revokePreviewLinks(tx: Pick<Db, 'delete'>, userId: string): number {
  return tx.delete(previewLinks).where(eq(createdById, userId)).run().changes;
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
