import { formatEnquiryPlace } from '@threadline/schema/content/enquiry-place';
import type { Sla } from '@threadline/schema/content/sections/mail';
import { formatPhone } from '@threadline/schema/primitives/phone';
import { eq } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { enquiries } from '../platform/db/schema/enquiries.ts';
import { type MailHandler, type MailHandlers, type MessageRow, ObsoleteMail } from '../platform/outbox/handlers.ts';
import { toSender } from '../platform/outbox/outbox.ts';
import { fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { applyReplyState, isAwaitingReply, readSla } from './sla.ts';
import { formatDeadline } from './working-hours.ts';

type Request = typeof enquiries.$inferSelect;

const unassignedTemplate = {
  subject: '{text}',
  body: `Hello,

{text}. Choose who answers next:

{link}`,
};

/** Handlers of all messages about enquiries, to the team and to the sender. */
export function createEnquiryMails(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { queries, texts }: { queries: ContentQueries; texts: MailTexts },
) {
  const { config, db, now } = deps;

  function findEnquiry({ kind, enquiryId }: MessageRow): Request {
    const request = db
      .select()
      .from(enquiries)
      .where(eq(enquiries.id, enquiryId ?? ''))
      .get();
    if (!request) throw new Error('The enquiry of this message no longer exists.');
    refuseObsolete(kind, request);
    return request;
  }

  const toTeam = (key: 'notification' | 'reminder'): MailHandler => ({
    compose(row) {
      const request = findEnquiry(row);
      const filled = fillTemplate(texts.template(key), {
        reference: request.reference,
        companyName: request.companyName,
        contactName: request.contactName,
        details: { rows: listDetails(request) },
        // Quoted, so that a visitor's text cannot pass for a text of the product, such as the link to the admin.
        message: { quote: request.message },
        due: formatDeadline(request.dueAt),
        link: { link: `${config.appUrl}/admin/enquiries?id=${request.id}` },
        brand: texts.brand(),
      });
      const subject = request.isTest ? `[Test] ${filled.subject}` : filled.subject;
      return { ...filled, subject, replyTo: request.email };
    },
  });

  const acknowledgement: MailHandler = {
    compose(row) {
      const request = findEnquiry(row);
      const template = texts.template('acknowledgement');
      const isLate = Date.parse(request.dueAt) <= now().getTime();
      const filled = fillTemplate(isLate ? { ...template, body: removePromise(template.body) } : template, {
        reference: request.reference,
        name: readPersonName(request) ?? texts.unnamedSender(),
        hours: formatHours(readSla(queries).sla),
        due: formatDeadline(request.dueAt),
        brand: texts.brand(),
        phone: texts.contact().phone,
        myData: { link: `${config.appUrl}/api/my-data` },
      });
      return { ...filled, headers: { 'Auto-Submitted': 'auto-replied' } };
    },
  };

  const reply: MailHandler = {
    compose(row) {
      findEnquiry(row);
      const { subject = '', text = '' } = row.payload;
      return fillTemplate({ subject: '{subject}', body: '{text}' }, { subject, text });
    },
    onStateChange: (tx, row, at) => applyReplyState(tx, row, { at }),
  };

  return {
    notification: toTeam('notification'),
    reminder: toTeam('reminder'),
    acknowledgement,
    reply,
    unassigned: {
      compose: ({ payload }) =>
        fillTemplate(unassignedTemplate, {
          text: payload.text ?? '',
          link: { link: `${config.appUrl}/admin/enquiries?status=all&only=unassigned` },
        }),
    },
  } satisfies Partial<MailHandlers>;
}

/** The last check before a message leaves: consent may have ended, or a reply may have been sent in the meantime. */
function refuseObsolete(kind: MessageRow['kind'], request: Request): void {
  if (toSender.includes(kind) && request.withdrawnAt && !request.retainForClient)
    throw new ObsoleteMail('Consent was withdrawn.');
  if (kind === 'reminder' && !isAwaitingReply(request))
    throw new ObsoleteMail('The enquiry no longer needs an answer.');
}

/** Returns undefined for a name that could be an advertisement: it would be sent to an address that anyone can type. */
function readPersonName({ contactName }: Request): string | undefined {
  const name = toOneLine(contactName);
  return /^[\p{L}\p{M}][\p{L}\p{M} '’.-]{0,58}$/u.test(name) && !/\.\S/.test(name) ? name : undefined;
}

/** "16 office" in "within 16 office hours": without it the sentence would promise the next day. */
function formatHours({ hours, counted }: Sla): string {
  return counted === 'office' ? `${hours} office` : `${hours}`;
}

/** Removes the due date from a delayed message if it has passed. */
function removePromise(body: string): string {
  const lines = body.split('\n').filter((line) => !line.includes('{due}'));
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

function listDetails(request: Request): [string, string][] {
  const rows: [string, string][] = [
    ['Reference', request.reference],
    ['Company', request.companyName],
    ['Name', request.contactName],
    ['Email', request.email],
    ['Phone', formatPhone(request.phoneE164) || request.phone],
    ['Company size', request.companySize],
    ['Industry', request.industry],
    ['Came from', formatEnquiryPlace(request)],
    ['Page', request.page === '/' ? 'Home page' : request.page],
  ];
  return rows.filter(([, value]) => value !== '');
}
