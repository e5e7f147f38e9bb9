import { formatPhone } from '@threadline/schema/phone';
import { mail as mailSection, type ReplyPromise } from '@threadline/schema/sections/mail';
import { site } from '@threadline/schema/sections/site';
import { eq } from 'drizzle-orm';
import { accountLinkAddress } from '../auth/account-links.ts';
import { refuseDeadLink } from '../auth/link-life.ts';
import { readPromise } from '../contact-requests/promise.ts';
import { deadlineInWords, inIndianWords } from '../contact-requests/working-hours.ts';
import type { ContentQueries } from '../content/queries.ts';
import { accountLinks } from '../db/account-schema.ts';
import { contactRequests, type mails } from '../db/enquiry-schema.ts';
import { users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { leaveLink } from '../newsletter/leave-link.ts';
import { accountMail, accountNotice, unassignedMail } from './account-mail.ts';
import { type FilledMail, type Filling, fillTemplate, oneLine } from './fill.ts';
import { linkToken } from './link-token.ts';
import { awaitsAnswer, noAnswerAwaited, ObsoleteMail } from './obsolete-mail.ts';
import { toSender } from './outbox.ts';
import { overdueMail } from './overdue-mail.ts';
import { teamAddresses } from './team.ts';
import { refuseEndedDataLink, refuseEndedQuestion } from './visitor-links.ts';

type Row = typeof mails.$inferSelect;
type Request = typeof contactRequests.$inferSelect;
type TemplateKey = 'notification' | 'reminder' | 'acknowledgement' | 'newsletter-confirmation' | 'my-data';

export const dataLinkMinutes = 60;

/** A message with everything a mail server wants to know. */
export interface ComposedMail extends FilledMail {
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string }[];
  /** Those of `to` who have not got it yet. */
  recipients: string[];
  replyTo: string | undefined;
  date: Date;
  headers: Record<string, string>;
}

/** Turns rows of the outbox into messages, with the words as the editors have them now. */
export function createComposer(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>, queries: ContentQueries) {
  const { config, db, secrets } = deps;
  const brand = () => site.singles.brand.parse(queries.effectiveValue('site', 'brand')).name;
  const contact = () => site.singles.contact.parse(queries.effectiveValue('site', 'contact'));
  const template = (key: TemplateKey) => mailSection.singles[key].parse(queries.effectiveValue('mail', key));
  const host = new URL(config.siteUrl).hostname;

  function requestOf({ kind, requestId }: Row): Request {
    const request = db
      .select()
      .from(contactRequests)
      .where(eq(contactRequests.id, requestId ?? ''))
      .get();
    if (!request) throw new Error('The enquiry of this message is not there any more.');
    refuseObsolete(kind, request);
    return request;
  }

  /** To the team: a new enquiry, and later that its reply is due soon. */
  function toTeam(row: Row, key: 'notification' | 'reminder'): FilledMail & { replyTo: string } {
    const request = requestOf(row);
    const filled = fillTemplate(template(key), {
      reference: request.reference,
      companyName: request.companyName,
      contactName: request.contactName,
      details: { rows: detailsOf(request) },
      // Marked, so that it cannot pass for words of the product, such as the link to the admin.
      message: { quote: request.message },
      due: deadlineInWords(request.dueAt),
      link: { link: `${config.siteUrl}/admin/enquiries?id=${request.id}` },
      brand: brand(),
    });
    const subject = request.isTest ? `[Test] ${filled.subject}` : filled.subject;
    return { ...filled, subject, replyTo: request.email };
  }

  function acknowledgement(row: Row): FilledMail {
    const request = requestOf(row);
    const unnamed = queries.effectiveValue('mail', 'unnamed-sender');
    const words = template('acknowledgement');
    const isLate = Date.parse(request.dueAt) <= deps.now().getTime();
    return fillTemplate(isLate ? { ...words, body: withoutPromise(words.body) } : words, {
      reference: request.reference,
      name: nameOf(request) ?? (typeof unnamed === 'string' ? unnamed : ''),
      hours: hoursInWords(readPromise(queries).promise),
      due: deadlineInWords(request.dueAt),
      brand: brand(),
      phone: contact().phone,
      myData: { link: `${config.siteUrl}/api/my-data` },
    });
  }

  function written(row: Row): FilledMail & { replyTo?: string } {
    const { kind, payload } = row;
    const { linkId = '' } = payload;
    const link = (path: string, token: string): Filling => ({ link: `${config.siteUrl}${path}?token=${token}` });
    switch (kind) {
      case 'notification':
      case 'reminder':
        return toTeam(row, kind);
      case 'overdue':
        return overdueMail(deps, payload.text ?? '', payload.isMore);
      case 'acknowledgement':
        return acknowledgement(row);
      case 'reply':
        requestOf(row);
        return fillTemplate(
          { subject: '{subject}', body: '{text}' },
          { subject: payload.subject ?? '', text: payload.text ?? '' },
        );
      case 'newsletter-confirmation':
        refuseEndedQuestion(db, row);
        return fillTemplate(template(kind), {
          link: link('/api/newsletter/confirm', linkToken(secrets.mailLinkKey, 'newsletter', linkId)),
          brand: brand(),
        });
      case 'invitation':
      case 'password-reset':
        refuseDeadLink(db, linkId, { recipient: row.recipient, sentAt: row.sentAt, now: deps.now() });
        return accountMail(kind, { link: accountLinkAddress(deps, linkId), brand: brand(), by: makerOf(db, linkId) });
      case 'account-changed':
      case 'account-guessed':
        return accountNotice(kind, {
          text: payload.text ?? '',
          when: inIndianWords(row.createdAt),
          link: `${config.siteUrl}/admin/forgot`,
          brand: brand(),
        });
      case 'unassigned':
        return unassignedMail({
          text: payload.text ?? '',
          link: `${config.siteUrl}/admin/enquiries?status=all&only=nobody`,
          brand: brand(),
        });
      case 'my-data':
        refuseEndedDataLink(db, row);
        return fillTemplate(template(kind), {
          link: link('/api/my-data/view', linkToken(secrets.mailLinkKey, 'my-data', linkId)),
          minutes: String(dataLinkMinutes),
          brand: brand(),
        });
    }
  }

  return (row: Row): ComposedMail => {
    const { replyTo, ...filled } = written(row);
    const own = config.mail.from ?? contact().email;
    const to = row.recipient === '' ? teamAddresses({ config, queries }) : [row.recipient];
    return {
      ...filled,
      // The same on every attempt: whoever receives a message twice can tell.
      messageId: `<${row.id}@${host}>`,
      from: { name: oneLine(brand()), address: own },
      to: to.map((address) => ({ name: '', address })),
      recipients: to.filter((address) => !row.payload.reached?.includes(address)),
      replyTo: replyTo ?? (config.mail.from ? contact().email : undefined),
      date: new Date(row.createdAt),
      headers: headersOf(row, deps),
    };
  };
}

/** Who invited somebody; undefined when nobody with an account did, or the link has ended. */
function makerOf(db: Pick<Deps['db'], 'select'>, linkId: string): string | undefined {
  return db
    .select({ name: users.name })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.createdById))
    .where(eq(accountLinks.id, linkId))
    .get()?.name;
}

/** @returns undefined for a name that could be an advertisement: it would be sent to whoever's address was typed */
function nameOf({ contactName }: Request): string | undefined {
  const name = oneLine(contactName);
  return /^[\p{L}\p{M}][\p{L}\p{M} '’.-]{0,58}$/u.test(name) && !/\.\S/.test(name) ? name : undefined;
}

/** The last look before it leaves: consent may have ended, or an answer been given, while the message waited. */
function refuseObsolete(kind: Row['kind'], request: Request): void {
  if (toSender.includes(kind) && request.withdrawnAt && !request.isKept)
    throw new ObsoleteMail('Consent was withdrawn.');
  if (kind === 'reminder' && !awaitsAnswer(request)) throw new ObsoleteMail(noAnswerAwaited);
}

/** "Within 16 office hours": without the word it would be a promise for the next day. */
function hoursInWords({ hours, counted }: ReplyPromise): string {
  return counted === 'office' ? `${hours} office` : `${hours}`;
}

/** A message that waited for long promises no moment that is over. */
function withoutPromise(body: string): string {
  const lines = body.split('\n').filter((line) => !line.includes('{due}'));
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** RFC 8058: one press in the mail program ends the newsletter. RFC 3834: answering machines keep quiet. */
function headersOf({ kind, payload }: Row, deps: Pick<Deps, 'config' | 'secrets'>): Record<string, string> {
  if (kind === 'reply') return {};
  const automatic = { 'Auto-Submitted': kind === 'acknowledgement' ? 'auto-replied' : 'auto-generated' };
  if (kind !== 'newsletter-confirmation') return automatic;
  return {
    ...automatic,
    'List-Unsubscribe': `<${leaveLink(deps, payload.linkId ?? '')}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function detailsOf(request: Request): [string, string][] {
  const origin = [request.originSection, request.originSlide, request.originCta || request.origin];
  const rows: [string, string][] = [
    ['Reference', request.reference],
    ['Company', request.companyName],
    ['Name', request.contactName],
    ['Email', request.email],
    ['Phone', formatPhone(request.phoneE164) || request.phone],
    ['Company size', request.companySize],
    ['Industry', request.industry],
    ['Came from', origin.filter((part) => part !== '').join(', ')],
    ['Page', request.page],
  ];
  return rows.filter(([, value]) => value !== '');
}
