import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { toE164 } from '@threadline/schema/primitives/phone';
import { buildMessage, type EnquiryForm } from '@threadline/schema/wire/enquiry-form';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { createNoticeRecorder } from '../../consents/consents.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { Newsletter } from '../../newsletter/service.ts';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { consents } from '../../platform/db/schema/privacy.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { hashNetwork } from '../../platform/http/network.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { createRateLimitError } from '../../platform/http/rate-limit.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { computeDueAt } from '../sla.ts';
import { createGroupCommit } from './group-commit.ts';
import { scoreSpam } from './spam.ts';

/** The same form posted twice within this time is one enquiry. */
const sameFormMs = 10 * 60_000;

export interface Submission {
  request: EnquiryForm;
  /** Chosen by the client. The same key means the same request. */
  idempotencyKey: string | undefined;
  /** As returned by `getNetwork`. */
  network: string;
  isTest: boolean;
}

type Stored = typeof enquiries.$inferInsert;
type Row = typeof enquiries.$inferSelect;

/** Columns of a new row. The others are empty. */
const columns = [
  'id',
  'reference',
  'idempotencyKey',
  'status',
  'companyName',
  'contactName',
  'email',
  'emailKey',
  'phone',
  'phoneE164',
  'companySize',
  'industry',
  'message',
  'origin',
  'originSection',
  'originSlide',
  'originCta',
  'page',
  'network',
  'fingerprint',
  'spamReasons',
  'isTest',
  'retainForClient',
  'createdAt',
  'dueAt',
  'lastActivityAt',
] as const satisfies (keyof Stored)[];

const consentColumns = ['enquiryId', 'emailKey', 'network', 'at', 'noticeId', 'purpose', 'given', 'requested'];

const createPlaceholders = <Values>(names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Values;

interface IntakeParts {
  queries: ContentQueries;
  outbox: Outbox;
  newsletter: Newsletter;
  /** Called after enquiries were stored. Enquiries of one moment share a call. */
  onReceived: () => void;
}

/** Stores enquiries. When a result is returned, the enquiry and its messages are on disk. */
export function createIntake(deps: Pick<Deps, 'db' | 'now' | 'secrets'>, parts: IntakeParts) {
  const { db, now, secrets } = deps;
  const { outbox } = parts;
  const recordNotice = createNoticeRecorder(db, parts.queries);
  const refuseTooMany = createRateLimits(db);
  const insert = db.insert(enquiries).values(createPlaceholders<Stored>(columns)).prepare();
  const insertConsent = db
    .insert(consents)
    .values(createPlaceholders<typeof consents.$inferInsert>(consentColumns))
    .prepare();
  const byKey = db
    .select()
    .from(enquiries)
    .where(eq(enquiries.idempotencyKey, sql.placeholder('key')))
    .prepare();
  const byReference = db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(eq(enquiries.reference, sql.placeholder('reference')))
    .prepare();
  const byFingerprint = db
    .select({ reference: enquiries.reference, dueAt: enquiries.dueAt })
    .from(enquiries)
    .where(
      and(eq(enquiries.fingerprint, sql.placeholder('fingerprint')), gt(enquiries.createdAt, sql.placeholder('after'))),
    )
    .prepare();

  /** Returns the result of the same submission if it is stored already. */
  function findSent(submission: Submission, fingerprint: string): IntakeResult | undefined {
    const { idempotencyKey } = submission;
    if (idempotencyKey === undefined) {
      const after = new Date(now().getTime() - sameFormMs).toISOString();
      return byFingerprint.get({ fingerprint, after });
    }
    const sent: Row | undefined = byKey.get({ key: idempotencyKey });
    if (!sent) return undefined;
    if (sent.fingerprint !== fingerprint) {
      throw new ProblemError('validation-failed', { detail: 'This Idempotency-Key was used for another request.' });
    }
    return pickResult(sent);
  }

  function createUnusedReference(): string {
    const reference = createReference();
    return byReference.get({ reference }) ? createUnusedReference() : reference;
  }

  /** Inside a transaction. @throws ProblemError 422, 429 */
  function store(submission: Submission): IntakeResult {
    const { request, idempotencyKey, isTest } = submission;
    const fingerprint = computeFingerprint(request);
    const sent = findSent(submission, fingerprint);
    if (sent) return sent;
    const at = now().toISOString();
    const network = hashNetwork(submission.network, secrets.networkKey);
    const emailKey = request.email.toLowerCase();
    if (!isTest) refuseTooMany({ network, emailKey }, now());
    const { isSpam, reasons } = scoreSpam(request);
    const row = {
      ...pickFields(request),
      id: randomUUID(),
      reference: createUnusedReference(),
      idempotencyKey: idempotencyKey ?? null,
      status: isSpam ? ('spam' as const) : ('new' as const),
      emailKey,
      phoneE164: toE164(request.phone) ?? '',
      network,
      fingerprint,
      spamReasons: reasons,
      isTest,
      retainForClient: false,
      createdAt: at,
      dueAt: computeDueAt(parts.queries, at),
      lastActivityAt: at,
    };
    insert.run(row);
    hasNew = true;
    recordConsents(row, request);
    if (!isSpam) addMessages(row, at);
    if (!isSpam && request.consentNewsletter) parts.newsletter.requestConfirmation(request.email, at);
    recordAudit(db, { at, by: null, action: 'intake.received', subject: row.reference });
    return pickResult(row);
  }

  function recordConsents(row: Pick<Row, 'id' | 'emailKey' | 'network' | 'createdAt'>, request: EnquiryForm): void {
    const { id: enquiryId, emailKey, network, createdAt: at } = row;
    const noticeId = recordNotice({ form: 'enquiry', id: request.notice, at });
    const consent = { enquiryId, emailKey, network, at, noticeId, requested: false };
    // Sending the form beside the notice is consent to a reply; a plain API request has shown no notice.
    insertConsent.run({ ...consent, purpose: 'reply', given: noticeId !== null });
    insertConsent.run({ ...consent, purpose: 'whatsapp', given: request.consentWhatsapp });
    // Anyone can type an address, so consent is given when its owner confirms.
    insertConsent.run({ ...consent, purpose: 'newsletter', given: false, requested: request.consentNewsletter });
  }

  /** Adds the messages to the team and to the sender. */
  function addMessages({ id, email, isTest }: Pick<Row, 'id' | 'email' | 'isTest'>, at: string): void {
    outbox.add({ id: `${id}.notification`, kind: 'notification', enquiryId: id }, at);
    if (!isTest)
      outbox.add({ id: `${id}.acknowledgement`, kind: 'acknowledgement', enquiryId: id, recipient: email }, at);
  }

  // The same submission may be sent without limit: only a new one is reported.
  let hasNew = false;
  const commit = createGroupCommit(db, store, () => {
    if (hasNew) parts.onReceived();
    hasNew = false;
  });

  return {
    /**
     * @returns the result, the same one for the same Idempotency-Key, once the enquiry is on disk
     * @throws ProblemError 422 if the key belongs to a different request, 429 after too many
     */
    async receive(submission: Submission): Promise<IntakeResult> {
      const result = await commit(submission);
      outbox.wake();
      return result;
    },
    addMessages,
  };
}

export type Intake = ReturnType<typeof createIntake>;

/** The reference for the sender, and when the reply is due, as an ISO time. */
export type IntakeResult = Pick<Row, 'reference' | 'dueAt'>;

const pickResult = ({ reference, dueAt }: IntakeResult): IntakeResult => ({ reference, dueAt });

function pickFields(request: EnquiryForm) {
  const { companyName, contactName, email, phone, companySize, industry } = request;
  const { origin, originSection, originSlide, originCta, page } = request;
  const place = { origin, originSection, originSlide, originCta, page };
  return { companyName, contactName, email, phone, companySize, industry, message: buildMessage(request), ...place };
}

/** Returns a digest of the typed values, without the values that the page adds. */
function computeFingerprint(request: EnquiryForm): string {
  const { filledMs: _, notice: __, ...typed } = request;
  return createHash('sha256').update(JSON.stringify(typed)).digest('base64url');
}

const limits = [
  { by: 'network', max: 5, windowMs: 10 * minuteMs },
  { by: 'network', max: 30, windowMs: dayMs },
  // Prevents filling another person's mailbox with acknowledgements.
  { by: 'emailKey', max: 10, windowMs: dayMs },
] as const;

/**
 * Counts stored enquiries, so no counter has to be written, rejected input does not count, and a restart changes nothing.
 *
 * @returns a function that throws ProblemError 429 when a network or an address has sent too many
 */
function createRateLimits(db: Db) {
  const prepareNthNewest = (by: 'network' | 'emailKey', max: number) =>
    db
      .select({ createdAt: enquiries.createdAt })
      .from(enquiries)
      .where(and(eq(enquiries[by], sql.placeholder('key')), gt(enquiries.createdAt, sql.placeholder('after'))))
      .orderBy(desc(enquiries.createdAt))
      .limit(1)
      .offset(max - 1)
      .prepare();
  const prepared = limits.map((limit) => ({ ...limit, query: prepareNthNewest(limit.by, limit.max) }));

  return (sender: { network: string; emailKey: string }, now: Date): void => {
    for (const { by, windowMs, query } of prepared) {
      const after = new Date(now.getTime() - windowMs).toISOString();
      const oldest = query.get({ key: sender[by], after });
      if (oldest) throw createRateLimitError(Date.parse(oldest.createdAt) + windowMs - now.getTime());
    }
  };
}

/** The letters and digits of `referencePattern`. */
const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const referenceLength = 6;

/** Returns a new reference for an enquiry. It is random, so that it does not reveal how many enquiries there are. */
export function createReference(): string {
  return `ENQ-${Array.from({ length: referenceLength }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`;
}

/** Longer than any browser keeps a form that could not be sent. */
const keyRetentionDays = 30;
/** Rows per statement. Other requests are served between statements. */
const batch = 500;

/** Removes the keys of old enquiries; the enquiries stay. */
export async function removeIdempotencyKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keyRetentionDays * dayMs).toISOString();
  // The condition of the partial index `enquiries_keyed`.
  const old = sql`seq in (select seq from enquiries where idempotency_key is not null and created_at < ${before} limit ${batch})`;
  for (let changes = batch; changes === batch; await immediate())
    changes = db.update(enquiries).set({ idempotencyKey: null }).where(old).run().changes;
}
