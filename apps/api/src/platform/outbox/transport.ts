import { createTransport, type NodemailerError } from 'nodemailer';
import type { Config } from '../../config.ts';
import { getMailFolder, writeMailFile } from './mail-files.ts';
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
 * The result of an attempt. `server`: the server was not reachable, or the connection broke. `reason`: the answer of
 * the server, which may contain addresses; `code`: the part of it that may be logged.
 */
export type DeliveryResult =
  | { state: 'sent'; reason?: undefined; code?: undefined }
  /** Some of the recipients have it; `isFinal`: the others will never get it. */
  | { state: 'partly'; reason: string; code: string; reached: string[]; isFinal: boolean }
  | { state: 'written-to-disk'; reason?: undefined; code?: undefined }
  /** `isAddress`: the recipient was refused, not the message. */
  | { state: 'refused'; reason: string; code: string; isAddress: boolean }
  | { state: 'later'; reason: string; code: string }
  | { state: 'server'; reason: string; code: string; isCut: boolean };

export interface Transport {
  send(mail: OutgoingMail): Promise<DeliveryResult>;
}

const connectMs = 10_000;
const idleMs = 60_000;

/** The configured mail server, or without one a folder of files that any mail program opens. */
export function createMailTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Transport {
  return mail.smtpUrl ? createSmtp(mail.smtpUrl) : createFolder(getMailFolder({ dataDir }));
}

function createSmtp(url: string): Transport {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        const { accepted, rejectedErrors = [] } = await transport.sendMail({
          ...mail,
          envelope: { from: mail.from.address, to: mail.recipients },
          xMailer: false,
        });
        return rejectedErrors.length === 0
          ? { state: 'sent' }
          : toPartialResult(accepted.map(getAddress), rejectedErrors);
      } catch (error) {
        return classifyError(error as NodemailerError);
      }
    },
  };
}

function toPartialResult(reached: string[], errors: NodemailerError[]): DeliveryResult {
  const reason = errors.map(({ response, message }) => response ?? message).join('; ');
  const code = [...new Set(errors.map(getErrorCode))].join(', ');
  const isFinal = errors.every(({ permanent }) => permanent);
  return { state: 'partly', reached, reason: shorten(reason), code, isFinal };
}

const getAddress = (recipient: string | { address: string }) =>
  typeof recipient === 'string' ? recipient : recipient.address;

const shorten = (reason: string) => reason.replace(/\s+/g, ' ').slice(0, 300);

function classifyError(error: NodemailerError): DeliveryResult {
  const reason = shorten(error.response ?? error.message);
  const code = getErrorCode(error);
  // A wrong password or a closed service concerns the server, whatever the code.
  if (error.responseCode === undefined || error.code === 'EAUTH' || error.responseCode === 421) {
    return { state: 'server', reason, code, isCut: isCut(error) };
  }
  if (!error.permanent) return { state: 'later', reason, code };
  return { state: 'refused', reason, code, isAddress: error.command === 'RCPT TO' };
}

const getErrorCode = ({ responseCode, code }: NodemailerError): string => String(responseCode ?? code ?? 'unknown');

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
