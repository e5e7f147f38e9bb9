import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { confirmConsents, createNoticeRecorder, withdrawConsents } from '../consents/consents.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';
import { hashNetwork } from '../platform/http/network.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/outbox/handlers.ts';
import { createLinkId, createLinkToken, readLinkId } from '../platform/outbox/link-token.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { fillTemplate } from '../platform/outbox/render-template.ts';

type Row = typeof subscribers.$inferSelect;

/** Returns the address in a message with which a subscriber confirms or unsubscribes. */
export function createNewsletterLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  action: 'confirm' | 'unsubscribe',
  linkId: string,
): string {
  return `${config.appUrl}/api/newsletter/${action}?token=${createLinkToken(secrets.mailLinkKey, 'newsletter', linkId)}`;
}

/** Returns whether an address has unsubscribed since it was last asked for confirmation. */
export const isUnsubscribed = ({
  confirmationRequestedAt,
  unsubscribedAt,
}: Pick<Row, 'confirmationRequestedAt' | 'unsubscribedAt'>): boolean =>
  unsubscribedAt !== null && confirmationRequestedAt < unsubscribedAt;

/** Deletes confirmation messages that were not sent yet. Called inside a transaction. */
export function cancelConfirmations(tx: Pick<Deps['db'], 'delete'>, emailKey: string): void {
  tx.delete(outboxMessages)
    .where(
      and(
        eq(outboxMessages.emailKey, emailKey),
        eq(outboxMessages.kind, 'newsletter-confirmation'),
        eq(outboxMessages.state, 'pending'),
      ),
    )
    .run();
}

/** Limits that prevent flooding a mailbox through the form. */
const minIntervalMs = 10 * 60_000;
const maxConfirmationsPerDay = 3;

/** Newsletter subscriptions with double opt-in. */
export function createNewsletter(
  { db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>,
  { outbox, queries }: { outbox: Outbox; queries: ContentQueries },
) {
  const recordNotice = createNoticeRecorder(db, queries);

  function byToken(token: string): Row | undefined {
    const linkId = readLinkId(secrets.mailLinkKey, 'newsletter', token);
    return linkId === undefined ? undefined : db.select().from(subscribers).where(eq(subscribers.linkId, linkId)).get();
  }

  function countConfirmationsSince(emailKey: string, sinceMs: number): number {
    return db
      .select({ id: outboxMessages.id })
      .from(outboxMessages)
      .where(
        and(
          eq(outboxMessages.emailKey, emailKey),
          eq(outboxMessages.kind, 'newsletter-confirmation'),
          gt(outboxMessages.createdAt, new Date(sinceMs).toISOString()),
        ),
      )
      .all().length;
  }

  function addConfirmation({ emailKey, email, linkId }: Pick<Row, 'emailKey' | 'email' | 'linkId'>, at: string): void {
    const name = createHash('sha256').update(`${emailKey} ${at}`).digest('hex').slice(0, 24);
    outbox.add(
      { id: `${name}.newsletter`, kind: 'newsletter-confirmation', recipient: email, payload: { linkId } },
      at,
    );
  }

  /**
   * Sends a message that asks for confirmation. Called inside a transaction. The response must not reveal whether the
   * address is subscribed, because that is private.
   */
  function requestConfirmation(email: string, at: string): void {
    const emailKey = email.toLowerCase();
    const known = db.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).get();
    if (!known) {
      const linkId = createLinkId();
      db.insert(subscribers).values({ emailKey, email, createdAt: at, linkId, confirmationRequestedAt: at }).run();
      // Without the address: the audit log is kept longer and read by more people than the list.
      recordAudit(db, { at, by: null, action: 'newsletter.requested', subject: 'newsletter' });
      addConfirmation({ emailKey, email, linkId }, at);
      return;
    }
    const isMember = known.confirmedAt !== null && known.unsubscribedAt === null;
    const isRecent =
      !isUnsubscribed(known) && Date.parse(at) - Date.parse(known.confirmationRequestedAt) < minIntervalMs;
    if (isMember || isRecent || countConfirmationsSince(emailKey, Date.parse(at) - dayMs) >= maxConfirmationsPerDay)
      return;
    db.update(subscribers).set({ confirmationRequestedAt: at }).where(eq(subscribers.emailKey, emailKey)).run();
    addConfirmation(known, at);
  }

  return {
    byToken,
    requestConfirmation,

    /** Stores the requested consent and sends the confirmation message. */
    join({ email, notice, network }: { email: string; notice: string; network: string }): void {
      db.transaction(
        (tx) => {
          const at = now().toISOString();
          const noticeId = recordNotice({ form: 'newsletter', id: notice, at });
          const consent = {
            emailKey: email.toLowerCase(),
            network: hashNetwork(network, secrets.networkKey),
            at,
            noticeId,
          };
          requestConfirmation(email, at);
          tx.insert(consents)
            .values({ ...consent, purpose: 'newsletter', given: false, requested: true })
            .run();
        },
        { behavior: 'immediate' },
      );
    },

    /** @returns whether the link is valid; a repeated call changes nothing */
    confirm(token: string): boolean {
      const known = byToken(token);
      if (!known || isUnsubscribed(known)) return false;
      if (known.confirmedAt !== null && known.unsubscribedAt === null) return true;
      const at = now().toISOString();
      db.transaction((tx) => {
        tx.update(subscribers)
          .set({ confirmedAt: at, unsubscribedAt: null })
          .where(eq(subscribers.emailKey, known.emailKey))
          .run();
        confirmConsents(tx, { emailKey: known.emailKey, at });
        recordAudit(tx, { at, by: null, action: 'newsletter.confirmed', subject: 'newsletter' });
      });
      return true;
    },

    /** @returns whether the subscriber exists; a repeated call changes nothing */
    leave(token: string): boolean {
      const known = byToken(token);
      if (!known) return false;
      if (isUnsubscribed(known)) return true;
      const at = now().toISOString();
      db.transaction((tx) => {
        tx.update(subscribers).set({ unsubscribedAt: at }).where(eq(subscribers.emailKey, known.emailKey)).run();
        withdrawConsents(tx, { emailKey: known.emailKey, purpose: 'newsletter', at });
        cancelConfirmations(tx, known.emailKey);
        recordAudit(tx, { at, by: null, action: 'newsletter.unsubscribed', subject: 'newsletter' });
      });
      return true;
    },
  };
}

export type Newsletter = ReturnType<typeof createNewsletter>;

/** Handler of the message that asks a new subscriber for confirmation. */
export function createNewsletterMails(deps: Pick<Deps, 'config' | 'db' | 'secrets'>, texts: MailTexts) {
  return {
    'newsletter-confirmation': {
      compose({ payload: { linkId = '' } }) {
        const subscriber = deps.db.select().from(subscribers).where(eq(subscribers.linkId, linkId)).get();
        if (!subscriber || isUnsubscribed(subscriber)) throw new ObsoleteMail('This address has unsubscribed.');
        const content = fillTemplate(texts.template('newsletter-confirmation'), {
          link: { link: createNewsletterLink(deps, 'confirm', linkId) },
          brand: texts.brand(),
        });
        // RFC 8058: one click in the mail program ends the subscription.
        const headers = {
          'List-Unsubscribe': `<${createNewsletterLink(deps, 'unsubscribe', linkId)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        };
        return { ...content, headers };
      },
    },
  } satisfies Partial<MailHandlers>;
}
