import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SelfTestStep } from '@threadline/schema/enquiry';
import { eq } from 'drizzle-orm';
import { selfTestHeader } from '../contact-requests/routes.ts';
import { type ContentQueries, createContentQueries } from '../content/queries.ts';
import { contactRequests, mails } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { checkRecipients, teamMailOf } from '../mail/team.ts';

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
  const mail = await followMail(db, row.id);
  return [first, stored, stepOf(mail), { step: 'recipients', ...recipientsOf(mail, config, createContentQueries(db)) }];
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

type Row = typeof mails.$inferSelect;

/** The worker runs beside us, or in another process: its table tells. @returns the message once it was tried, or as it is after a while */
async function followMail(db: Deps['db'], requestId: string): Promise<Row | undefined> {
  const read = () => db.select().from(mails).where(eq(mails.requestId, requestId)).get();
  for (let passedMs = 0; passedMs < patienceMs; passedMs += lookAgainMs) {
    const mail = read();
    if (mail?.state !== 'pending' || mail.lastError) return mail;
    await wait(lookAgainMs);
  }
  return read();
}

function stepOf(mail: Row | undefined): SelfTestStep {
  const step = 'mail';
  if (!mail) return { step, ok: false, detail: 'No message was written for it.' };
  const { state, payload, lastError } = mail;
  const team = payload.team?.join(', ') ?? 'the team';
  if (state === 'sent') return { step, ok: true, detail: `The mail server took the message to ${team}.` };
  if (state === 'filed')
    return { step, ok: true, detail: `The message to ${team} is a file in DATA_DIR/mail: it was not sent.` };
  if (lastError) return { step, ok: false, detail: `The message to ${team} was not taken: ${lastError}` };
  return { step, ok: false, detail: `The message to ${team} still waits after 10 seconds.` };
}

/** As the worker has used them; before its first attempt nobody but this process can say. */
function recipientsOf(mail: Row | undefined, config: Deps['config'], queries: ContentQueries) {
  const team = mail?.payload.team;
  return checkRecipients(team ? { team, hasServer: mail.state !== 'filed' } : teamMailOf({ config, queries }));
}
