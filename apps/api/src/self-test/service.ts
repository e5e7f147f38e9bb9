import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SelfTestStep } from '@threadline/schema/enquiry';
import { eq } from 'drizzle-orm';
import { selfTestHeader } from '../contact-requests/routes.ts';
import { createContentQueries } from '../content/queries.ts';
import { contactRequests, mails } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { checkRecipients, teamAddresses } from '../mail/team.ts';

const patienceMs = 10_000;
const lookAgainMs = 100;

/**
 * Sends a marked enquiry the way a visitor's browser does, and follows it: answered, stored, handed to the mail server, and
 * whether anybody is there to read it.
 *
 * @param url address of the running API
 */
export async function runSelfTest(
  { config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>,
  url: string,
): Promise<SelfTestStep[]> {
  const sent = await send(url, secrets.selfTestToken);
  if (sent.reference === undefined) return [{ step: 'sent', ok: false, detail: sent.detail }];
  const first: SelfTestStep = { step: 'sent', ok: true, detail: `The form was answered: ${sent.reference}.` };
  const row = db.select().from(contactRequests).where(eq(contactRequests.reference, sent.reference)).get();
  if (!row?.isTest) return [first, { step: 'stored', ok: false, detail: 'The enquiry is not in the database.' }];
  const stored: SelfTestStep = {
    step: 'stored',
    ok: true,
    detail: 'The enquiry is in the database, marked as a test.',
  };
  const place = { config, queries: createContentQueries(db) };
  const mail = await followMail(db, { requestId: row.id, team: teamAddresses(place).join(', ') });
  return [first, stored, mail, { step: 'recipients', ...checkRecipients(place) }];
}

async function send(url: string, token: string): Promise<{ reference?: string; detail: string }> {
  const body = {
    companyName: 'Self-test',
    email: 'self-test@example.com',
    companySize: '',
    message: 'A test of the enquiry form. Nobody has to answer it.',
    origin: 'self-test',
  };
  try {
    const reply = await fetch(`${url}/api/request/send-request`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [selfTestHeader]: token,
        'idempotency-key': `self-test-${randomUUID()}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = (await reply.json()) as { reference?: unknown; message?: unknown };
    if (reply.ok && typeof answer.reference === 'string') return { reference: answer.reference, detail: '' };
    return { detail: `The form answered ${reply.status}: ${String(answer.message ?? '')}` };
  } catch (error) {
    return { detail: `The form does not answer: ${error instanceof Error ? error.message : 'unknown reason'}.` };
  }
}

/** The worker runs beside us, or in another process: its table tells. */
async function followMail(
  db: Deps['db'],
  { requestId, team }: { requestId: string; team: string },
): Promise<SelfTestStep> {
  const step = 'mail';
  for (let passedMs = 0; passedMs < patienceMs; passedMs += lookAgainMs) {
    const mail = db.select().from(mails).where(eq(mails.requestId, requestId)).get();
    if (!mail) return { step, ok: false, detail: 'No message was written for it.' };
    if (mail.state === 'sent') return { step, ok: true, detail: `The mail server took the message to ${team}.` };
    if (mail.state === 'filed')
      return { step, ok: true, detail: `The message to ${team} is a file in DATA_DIR/mail: it was not sent.` };
    if (mail.state === 'failed' || mail.lastError)
      return { step, ok: false, detail: `The message to ${team} was not taken: ${mail.lastError}` };
    await wait(lookAgainMs);
  }
  return { step, ok: false, detail: `The message to ${team} still waits after 10 seconds.` };
}
