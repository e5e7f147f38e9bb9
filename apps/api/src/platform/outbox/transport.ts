import { createTransport, type NodemailerError } from 'nodemailer';
import type { Config } from '../../config.ts';
import { type DeliveryCause, findCause, getErrorCode } from './delivery-cause.ts';
import { getMailFolder, writeMailFile } from './mail-files.ts';
import type { MailServer } from './mail-server.ts';
import type { FilledMail } from './render-template.ts';

/** A complete message, ready for a mail server. */
export interface OutgoingMail extends FilledMail {
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string }[];
  /** The addresses of `to` that have not received it yet. */
  recipients: string[];
  replyTo: string | undefined;
  date: Date;
  headers: Record<string, string>;
}

/**
 * The result of an attempt. `server`: the server was not reachable, accepts no message, or the connection broke.
 * `reason`: the answer of the server, which may contain addresses; `code`: the part of it that may be logged.
 */
export type DeliveryResult =
  | { state: 'sent'; reason?: undefined; code?: undefined }
  | { state: 'written-to-disk'; reason?: undefined; code?: undefined }
  | (Failure &
      (
        | { state: 'later' }
        /** Some of the recipients have it; `isFinal`: the others will never get it. */
        | { state: 'partly'; reached: string[]; isFinal: boolean }
        /** `isAddress`: the recipient was refused, not the message. */
        | { state: 'refused'; isAddress: boolean }
        /** `isSuspect`: the message itself may be the cause. */
        | { state: 'server'; isSuspect: boolean }
      ));

interface Failure {
  reason: string;
  code: string;
  cause: DeliveryCause;
}

export interface Transport {
  send(mail: OutgoingMail): Promise<DeliveryResult>;
}

const connectMs = 10_000;
const idleMs = 60_000;

/** Returns the mail server, or without one a folder of files that any mail program opens. */
export function createMailTransport(server: MailServer | undefined, { dataDir }: Pick<Config, 'dataDir'>): Transport {
  if (!server) return createFolder(getMailFolder({ dataDir }));
  if (server.source === 'admin' && server.password === undefined) return createUnreadable();
  return createSmtp(server);
}

function createUnreadable(): Transport {
  const reason = 'The password of the mail server cannot be read with the keys of this installation. Enter it again.';
  const cause = 'password-lost';
  return { send: async () => ({ state: 'server', reason, code: cause, cause, isSuspect: false }) };
}

function createSmtp(server: MailServer): Transport {
  const transport = createTransport({
    ...getConnection(server),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const hideSecrets = createSecretFilter(server);
  return {
    async send(mail) {
      try {
        const { accepted, rejectedErrors = [] } = await transport.sendMail({
          ...mail,
          envelope: { from: mail.from.address, to: mail.recipients },
          xMailer: false,
        });
        const result: DeliveryResult =
          rejectedErrors.length === 0 ? { state: 'sent' } : toPartialResult(accepted.map(getAddress), rejectedErrors);
        return hideSecrets(result);
      } catch (error) {
        return hideSecrets(classifyError(error as NodemailerError));
      }
    },
  };
}

function getConnection(server: MailServer) {
  if (server.source === 'environment') return { url: server.url };
  const { host, port, encryption, user, password } = server;
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(password && { auth: { user, pass: password } }),
  };
}

/** Removes the password from the text of a server: some servers repeat the command that they refuse. */
function createSecretFilter(server: MailServer) {
  const url = server.source === 'environment' ? new URL(server.url) : undefined;
  const user = url ? decodeURIComponent(url.username) : server.source === 'admin' ? server.user : '';
  const password = url ? decodeURIComponent(url.password) : server.source === 'admin' ? server.password : '';
  if (!password) return (result: DeliveryResult) => result;
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const secrets = [password, encode(password), encode(`\0${user}\0${password}`)];
  return (result: DeliveryResult): DeliveryResult => {
    if (result.reason === undefined) return result;
    return { ...result, reason: secrets.reduce((text, secret) => text.replaceAll(secret, '***'), result.reason) };
  };
}

function toPartialResult(reached: string[], errors: NodemailerError[]): DeliveryResult {
  const reason = errors.map(({ response, message }) => response ?? message).join('; ');
  const code = [...new Set(errors.map(getErrorCode))].join(', ');
  const isFinal = errors.every(({ permanent }) => permanent);
  return { state: 'partly', reached, reason: shorten(reason), code, cause: 'recipient', isFinal };
}

const getAddress = (recipient: string | { address: string }) =>
  typeof recipient === 'string' ? recipient : recipient.address;

const shorten = (reason: string) => reason.replace(/\s+/g, ' ').slice(0, 300);

function classifyError(error: NodemailerError): DeliveryResult {
  const failure = {
    reason: shorten(error.response ?? error.message),
    code: getErrorCode(error),
    cause: findCause(error),
  };
  // A closed service, a refused sign-in and a refused sender concern all messages, whatever the code.
  const isOfMessage = error.command === 'RCPT TO' || error.command === 'DATA' || error.command === 'MAIL FROM';
  if (error.responseCode === undefined || error.responseCode === 421 || !isOfMessage)
    return { ...failure, state: 'server', isSuspect: isCut(error) };
  if (!error.permanent) return { ...failure, state: 'later' };
  // Servers also refuse a message here for its size.
  if (error.command === 'MAIL FROM') return { ...failure, state: 'server', isSuspect: true };
  return { ...failure, state: 'refused', isAddress: error.command === 'RCPT TO' };
}

/** Returns whether the server had answered before the connection broke. */
function isCut({ code, syscall, timeoutType }: NodemailerError): boolean {
  if (code === 'ETIMEDOUT') return timeoutType === 'SOCKET_TIMEOUT';
  return code === 'ECONNECTION' || (code === 'ESOCKET' && syscall !== 'connect');
}

function createFolder(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ ...mail, xMailer: false });
      writeMailFile(folder, mail, message as Buffer);
      return { state: 'written-to-disk' };
    },
  };
}
