import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SelfTestStep } from '@threadline/schema/wire/enquiry';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { requireSession } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { isSelfTest, selfTestHeader } from '../enquiries/intake/intake-routes.ts';
import { checkRecipients, getTeamMail } from '../mail/team.ts';
import { enquiries, outboxMessages } from '../platform/db/schema/enquiries.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MailDelivery } from '../platform/outbox/delivery.ts';

const maxWaitMs = 10_000;
const pollMs = 100;

interface SelfTestTarget {
  /** Address of the running API. */
  url: string;
  /** Sends the mail of that API. */
  mailDelivery: Pick<MailDelivery, 'status' | 'sendingSince'>;
}

/**
 * Sends a marked enquiry like the browser of a visitor, and checks each step: accepted, stored, delivered to the mail server,
 * and whether the team can receive mail. Runs in the server, because its settings count.
 */
export async function runSelfTest(
  { config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>,
  { url, mailDelivery }: SelfTestTarget,
): Promise<SelfTestStep[]> {
  const sent = await send(url, secrets.selfTestToken);
  if (sent.reference === undefined) return [{ step: 'sent', ok: false, detail: sent.detail }];
  const first: SelfTestStep = { step: 'sent', ok: true, detail: `The form works: enquiry ${sent.reference}.` };
  const row = db.select().from(enquiries).where(eq(enquiries.reference, sent.reference)).get();
  if (!row?.isTest) return [first, { step: 'stored', ok: false, detail: 'It was not stored.' }];
  const stored: SelfTestStep = {
    step: 'stored',
    ok: true,
    detail: 'It is stored, marked as a test.',
  };
  const mail = await followMail(db, row.id);
  const teamMail = getTeamMail({ config, db, queries: createContentQueries(db) });
  const step = describeMail(mail, { team: teamMail.team.join(', '), mailDelivery });
  return [first, stored, step, { step: 'recipients', ...checkRecipients(teamMail) }];
}

async function send(url: string, token: string): Promise<{ reference?: string; detail: string }> {
  const body = {
    companyName: 'Self-test',
    email: 'self-test@example.com',
    companySize: '',
    message: 'A test of the enquiry form. No reply is needed.',
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
      signal: AbortSignal.timeout(maxWaitMs),
    });
    const answer = (await reply.json()) as { reference?: unknown; message?: unknown };
    if (reply.ok && typeof answer.reference === 'string') return { reference: answer.reference, detail: '' };
    return { detail: `The form answered ${reply.status}: ${String(answer.message ?? '')}` };
  } catch (error) {
    return { detail: `The form does not answer: ${error instanceof Error ? error.message : 'unknown reason'}.` };
  }
}

type Row = typeof outboxMessages.$inferSelect;

/** Returns the message once an attempt to send it has ended, or as it is after ten seconds. */
async function followMail(db: Deps['db'], requestId: string): Promise<Row | undefined> {
  const read = () => db.select().from(outboxMessages).where(eq(outboxMessages.enquiryId, requestId)).get();
  for (let passedMs = 0; passedMs < maxWaitMs; passedMs += pollMs) {
    const mail = read();
    if (mail?.state !== 'pending' || mail.lastError) return mail;
    await wait(pollMs);
  }
  return read();
}

function describeMail(
  mail: Row | undefined,
  { team, mailDelivery }: { team: string; mailDelivery: SelfTestTarget['mailDelivery'] },
): SelfTestStep {
  const step = 'mail';
  if (!mail) return { step, ok: false, detail: 'No message was written for it.' };
  const { state, lastError } = mail;
  if (state === 'sent') return { step, ok: true, detail: `The mail server accepted the message to ${team}.` };
  if (state === 'written-to-disk')
    return { step, ok: true, detail: `The message to ${team} waits in the outbox: email is not set up.` };
  if (lastError) return { step, ok: false, detail: `The message to ${team} was not accepted: ${lastError}` };
  return { step, ok: false, detail: `The message to ${team} waits: ${describeDelay(mailDelivery)}` };
}

function describeDelay(mailDelivery: SelfTestTarget['mailDelivery']): string {
  const { problem } = mailDelivery.status();
  if (problem) return `the mail server does not accept messages. ${problem}`;
  const since = mailDelivery.sendingSince();
  return since
    ? `the mail server has not answered since ${since}.`
    : `other messages were sent for ${maxWaitMs / 1000} seconds.`;
}

const maxBodyBytes = 1024;

interface SelfTestServices {
  sessions: Sessions;
  mailDelivery: MailDelivery;
}

/**
 * `POST /`: tries every step from the form to the mail server. `POST /by-token`: the same for the command `doctor`, whose
 * shell may have other settings than this server.
 */
export function selfTestRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'secrets'>,
  { sessions, mailDelivery }: SelfTestServices,
) {
  const run = () => runSelfTest(deps, { url: getLocalUrl(deps.config), mailDelivery });
  return new Hono()
    .post('/', requireSession(sessions), limitBody(maxBodyBytes), async (context) =>
      context.json({ success: true as const, steps: await run() }),
    )
    .post('/by-token', limitBody(maxBodyBytes), async (context) => {
      if (!isSelfTest(context.req.header(selfTestHeader), deps.secrets.selfTestToken))
        throw new ProblemError('unauthenticated', { detail: 'The token of this installation is missing.' });
      return context.json({ success: true as const, steps: await run() });
    });
}

/** Returns the local URL of the API, without a trailing slash. */
export function getLocalUrl({ http }: Pick<Config, 'http'>): string {
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
}
