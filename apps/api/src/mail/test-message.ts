import { randomUUID } from 'node:crypto';
import type { MailServer as MailServerView, MailTest } from '@threadline/schema/wire/mail-settings';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { DeliveryCause } from '../platform/outbox/delivery-cause.ts';
import { describeMailServer, findSender, readMailServer } from '../platform/outbox/mail-server.ts';
import { fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { createMailTransport } from '../platform/outbox/transport.ts';
import type { MailTexts } from './compose.ts';

const template = {
  subject: 'Test message from {brand}',
  body: 'This message shows that {brand} can send email.\n\nIf it was in your spam folder, set up SPF and DKIM for the domain of {sender}.\n',
};

interface Attempt {
  server: MailServerView;
  sender: string;
  recipient: string;
}

/** Explains each cause in terms of the fields of the form. */
const explanations: Record<DeliveryCause, (attempt: Attempt) => string> = {
  password: ({ server }) =>
    `${server.host} refused the user or the password. Check both. Some providers, such as Gmail, need an app password instead of your usual one.`,
  'password-lost': () =>
    'The stored password cannot be read, because it was saved by another installation. Enter it again and save.',
  'sign-in-missing': ({ server }) =>
    `${server.host} accepts messages only after a sign-in. Enter a user and a password.`,
  'unknown-host': ({ server }) => `There is no server with the name ${server.host}. Check the spelling.`,
  'connection-refused': ({ server }) =>
    `${server.host} does not accept connections on port ${server.port}. Check the port: usually 465 or 587.`,
  'no-answer': ({ server }) =>
    `${server.host} did not answer on port ${server.port}. Check the port and the encryption: usually 465 with TLS, or 587 with STARTTLS. Some hosting providers block outgoing email.`,
  encryption: ({ server }) =>
    `${server.host} refused an encrypted connection on port ${server.port}. Check the encryption: usually TLS with port 465, STARTTLS with port 587.`,
  certificate: ({ server }) =>
    `The connection is not secure: the certificate of ${server.host} is not valid for this name. Check the name of the server with your email provider.`,
  sender: ({ sender }) =>
    `The server refused the sender ${sender}. Use an address that belongs to the user who signs in.`,
  recipient: ({ recipient }) => `The server refused the recipient ${recipient}.`,
  other: ({ server }) => `${server.host} did not accept the message.`,
};

/** Sends a test message to a user, past the outbox, so that the outcome is known at once. */
export function createTestMessage(deps: Deps, texts: MailTexts) {
  /** @throws ProblemError 409 without a mail server */
  return async (recipient: string): Promise<MailTest> => {
    const server = readMailServer(deps);
    if (!server) throw new ProblemError('conflict', { detail: 'Email is not set up yet. Save a mail server first.' });
    const sender = findSender(deps) ?? texts.contact().email;
    const brand = toOneLine(texts.brand());
    const result = await createMailTransport(server, deps.config).send({
      messageId: `<${randomUUID()}@${new URL(deps.config.siteUrl).hostname}>`,
      from: { name: brand, address: sender },
      to: [{ name: '', address: recipient }],
      recipients: [recipient],
      replyTo: undefined,
      date: deps.now(),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...fillTemplate(template, { brand, sender }),
    });
    if (result.state === 'sent' || result.state === 'written-to-disk')
      return {
        ok: true,
        detail: `The message was accepted for ${recipient}. If it is not in your inbox, look in the spam folder.`,
      };
    const explanation = explanations[result.cause]({ server: describeMailServer(server), sender, recipient });
    return { ok: false, detail: `${explanation}${quoteAnswer(result)}` };
  };
}

/** Causes that the answer of the server explains better than a sentence of ours. */
const answeredCauses: DeliveryCause[] = ['sender', 'recipient', 'other'];

function quoteAnswer({ cause, reason }: { cause: DeliveryCause; reason: string }): string {
  return answeredCauses.includes(cause) ? ` Its answer: “${reason}”.` : '';
}
