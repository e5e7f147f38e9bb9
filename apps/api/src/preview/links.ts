import { randomBytes, randomUUID } from 'node:crypto';
import { formatIndianTime } from '@threadline/schema/primitives/indian-time';
import type { PreviewLink, PreviewLinkRequest } from '@threadline/schema/wire/preview';
import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { createSessionEndedError, type Session } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { previewLinks, users } from '../platform/db/schema/core.ts';
import { hourMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { hashToken } from '../platform/keys.ts';

const maxLinks = 50;

const { id, createdAt, createdById, endedAt, expiresAt, tokenHash } = previewLinks;

export interface OpenLink extends PreviewLink {
  /** The present address of the creator. */
  email: string;
}

/**
 * The link of a token. `ended`: the link has expired, was revoked, or ended with the permissions of its creator. `unknown`:
 * not a link of this site, or one that ended so long ago that it was erased.
 */
export type FoundLink = { state: 'valid'; link: OpenLink } | { state: 'ended' | 'unknown' };

/**
 * Links that show the working copy to people without an account. The token is 128 random bits, of which only a hash is
 * stored; it is valid only while its row is, so that it can be revoked.
 */
export function createPreviewLinks({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const selectLinks = (tx: Pick<Db, 'select'>, which: SQL) =>
    tx
      .select({ link: previewLinks, creator: users })
      .from(previewLinks)
      .leftJoin(users, eq(users.id, createdById))
      .where(which)
      .orderBy(desc(createdAt))
      .all();

  /** Selects links that have not ended, and whose creator still has the permissions of the time of creation. */
  const selectUnended = (tx: Pick<Db, 'select'>, which: SQL = isNull(endedAt)) =>
    selectLinks(tx, which).flatMap(({ link, creator }) => {
      const isOver = link.endedAt !== null || link.expiresAt <= now().toISOString();
      return isOver || creator?.sessionVersion !== link.sessionVersion ? [] : [{ link, creator }];
    });
  /** An account may also be locked for a while, and its links with it. */
  const isOpen = ({ creator }: { creator: typeof users.$inferSelect }) => creator.status === 'active';

  return {
    /** Returns the valid links, newest first. */
    list: (): PreviewLink[] =>
      selectUnended(db)
        .filter(isOpen)
        .map(({ link }) => toPublic(link)),

    /** Creates a link. Its token is not stored, so it is returned only here. */
    create({ hours, name }: PreviewLinkRequest, { user }: Session): { link: PreviewLink; token: string } {
      const at = now();
      const token = randomBytes(16).toString('base64url');
      const link: PreviewLink = {
        id: randomUUID(),
        name,
        createdAt: at.toISOString(),
        createdBy: user.name,
        expiresAt: new Date(at.getTime() + hours * hourMs).toISOString(),
      };
      db.transaction((tx) => {
        if (selectUnended(tx).length >= maxLinks)
          throw new ProblemError('conflict', { detail: `There are already ${maxLinks} links. Switch one off first.` });
        const creator = tx.select().from(users).where(eq(users.id, user._id)).get();
        if (!creator) throw createSessionEndedError();
        const { sessionVersion } = creator;
        tx.insert(previewLinks)
          .values({ ...link, tokenHash: hashToken(token), createdById: creator.id, sessionVersion })
          .run();
        const by = { id: user._id, name: user.name };
        recordAudit(tx, {
          at: link.createdAt,
          by,
          action: 'preview-link.created',
          subject: `until ${formatIndianTime(link.expiresAt)}`,
        });
      });
      return { link, token };
    },

    /** @throws ProblemError 404 when there is no such link, or it has ended */
    revoke(linkId: string, by: Actor): void {
      const at = now().toISOString();
      db.transaction((tx) => {
        const isUnended = and(eq(id, linkId), isNull(endedAt), gt(expiresAt, at));
        const link = tx.update(previewLinks).set({ endedAt: at }).where(isUnended).returning().get();
        if (!link) throw new ProblemError('not-found', { detail: 'This link no longer exists.' });
        recordAudit(tx, {
          at,
          by,
          action: 'preview-link.revoked',
          subject: `made by ${link.createdBy}`,
        });
      });
    },

    find(token: string): FoundLink {
      const which = eq(tokenHash, hashToken(token));
      const found = selectUnended(db, which).find(isOpen);
      if (found) return { state: 'valid', link: { ...toPublic(found.link), email: found.creator.email } };
      return { state: selectLinks(db, which).length > 0 ? 'ended' : 'unknown' };
    },
  };
}

const toPublic = ({ id, name, createdAt, createdBy, expiresAt }: PreviewLink): PreviewLink => ({
  id,
  name,
  createdAt,
  createdBy,
  expiresAt,
});

/** Revokes all preview links of an account. Returns how many there were. */
export function revokePreviewLinks(tx: Pick<Db, 'update'>, userId: string, at: string): number {
  const isUnended = and(eq(createdById, userId), isNull(endedAt), gt(expiresAt, at));
  return tx.update(previewLinks).set({ endedAt: at }).where(isUnended).run().changes;
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
