import type { MessageText, OutboxMessage } from '@threadline/schema/wire/enquiry';
import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MessageRow } from '../platform/outbox/handlers.ts';
import { getAuditSubject } from '../platform/outbox/outbox.ts';
import type { OutgoingMail } from '../platform/outbox/transport.ts';

/** Messages with a link that acts for its recipient, who alone may have it. */
const withPersonalLink: readonly OutboxMessage['kind'][] = [
  'invitation',
  'password-reset',
  'my-data',
  'newsletter-confirmation',
];

/** Returns the function that renders a message of the outbox as it would be sent now. */
export function createMessageReader({ db }: Pick<Deps, 'db'>, compose: (row: MessageRow) => OutgoingMail) {
  /** @returns the text, and its subject in the audit log. @throws ProblemError 404, or 409 if it is no longer needed */
  return (id: string): { message: MessageText; auditSubject: string } => {
    const row = db.select().from(outboxMessages).where(eq(outboxMessages.id, id)).get();
    if (!row) throw new ProblemError('not-found', { detail: 'Message not found.' });
    const { subject, text, from, to } = composeOrRefuse(row);
    const isPersonal = withPersonalLink.includes(row.kind);
    const message = {
      subject,
      from: from.address,
      to: to.map(({ address }) => address),
      text: isPersonal ? text.replace(/https?:\/\/\S+/g, '[link for the recipient only]') : text,
    };
    return { message, auditSubject: getAuditSubject(db, row) };
  };

  function composeOrRefuse(row: MessageRow): OutgoingMail {
    try {
      return compose(row);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      throw new ProblemError('conflict', { detail: `This message will not be sent. ${reason}`.trim() });
    }
  }
}

export type ReadMessage = ReturnType<typeof createMessageReader>;
