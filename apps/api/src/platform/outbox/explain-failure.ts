import type { MailServer as MailServerView, MailSettingName } from '@threadline/schema/wire/mail-settings';
import type { DeliveryCause } from './delivery-cause.ts';

interface Attempt {
  server: MailServerView;
  sender: string;
  recipient: string;
}

/** Explains each cause in terms of the fields of the form. */
const explanations: Record<DeliveryCause, (attempt: Attempt) => string> = {
  password: ({ server }) =>
    `${server.host} refused the user name or the password. Check both. Some providers, such as Gmail, need an app password instead of your usual one.`,
  'password-lost': () =>
    'The stored password cannot be read, because it was saved by another installation. Enter it again and save.',
  'sign-in-missing': ({ server }) =>
    `${server.host} accepts messages only after a sign-in. Enter a user name and a password.`,
  'unknown-host': ({ server }) =>
    `The server ${server.host} was not found. Check the spelling of its name. If the name is right, ask the person who runs your website.`,
  'connection-refused': ({ server }) =>
    `${server.host} does not accept connections on port ${server.port}. Check the name of the server and the port, usually 465 or 587.`,
  'no-answer': ({ server }) =>
    `${server.host} did not answer on port ${server.port}. Check the name of the server and the port: usually 465 with TLS, or 587 with STARTTLS. Some hosting providers block outgoing email.`,
  encryption: ({ server }) =>
    `${server.host} refused an encrypted connection on port ${server.port}. Check the encryption: usually TLS with port 465, STARTTLS with port 587.`,
  certificate: ({ server }) =>
    `The connection is not secure: the certificate of ${server.host} is not valid for this name. Check the name of the server with your email provider.`,
  sender: ({ sender }) =>
    `The server refused the sender ${sender}. Use an address that belongs to the mailbox that signs in.`,
  recipient: ({ recipient }) => `The server refused the recipient ${recipient}.`,
  other: ({ server }) => `${server.host} did not accept the message.`,
};

/** The setting that usually causes a failure. */
const fields: Record<DeliveryCause, MailSettingName | null> = {
  password: 'password',
  'password-lost': 'password',
  'sign-in-missing': 'user',
  'unknown-host': 'host',
  'connection-refused': 'port',
  'no-answer': 'port',
  encryption: 'encryption',
  certificate: 'host',
  sender: 'sender',
  recipient: null,
  other: null,
};

/** Returns the setting to correct after a failure; null if none is known to be the cause. */
export const findFaultyField = ({ cause }: { cause: DeliveryCause }): MailSettingName | null => fields[cause];

/** Returns why a message was not sent and what to do, as one or two sentences. */
export function explainFailure(failure: { cause: DeliveryCause; reason: string }, attempt: Attempt): string {
  return `${explanations[failure.cause](attempt)}${quoteAnswer(failure)}`;
}

/** Explains a fault of the server that is stored: without its answer and the recipient, which erasure would not find. */
export function explainServerFault({ cause }: { cause: DeliveryCause }, attempt: Omit<Attempt, 'recipient'>): string {
  return explanations[cause === 'recipient' ? 'other' : cause]({ ...attempt, recipient: '' });
}

/** Causes that the answer of the server explains better than a sentence of ours. */
const answeredCauses: DeliveryCause[] = ['sender', 'recipient', 'other'];

function quoteAnswer({ cause, reason }: { cause: DeliveryCause; reason: string }): string {
  return answeredCauses.includes(cause) ? ` Its answer: “${reason}”.` : '';
}
