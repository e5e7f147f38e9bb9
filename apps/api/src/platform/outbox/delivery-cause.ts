import type { NodemailerError } from 'nodemailer';
import { type ConnectionCause, findConnectionCause } from '../connection-cause.ts';

/** Why a message was not sent, as far as a user can do something about it. */
export type DeliveryCause =
  | ConnectionCause
  | 'password'
  | 'password-lost'
  | 'sign-in-missing'
  | 'sender'
  | 'recipient'
  | 'other';

export const getErrorCode = ({ responseCode, code }: NodemailerError): string =>
  String(responseCode ?? code ?? 'unknown');

/** Returns the cause of a failed attempt. */
export function findCause(error: NodemailerError): DeliveryCause {
  const { code = '', originalCode = '', command, response = '', responseCode } = error;
  if (responseCode === 530 && /starttls/i.test(response)) return 'encryption';
  if (code === 'EAUTH') return 'password';
  if (responseCode === 530) return 'sign-in-missing';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (code === 'EDNS') return 'unknown-host';
  const cause = findConnectionCause(originalCode);
  if (cause) return cause;
  if (code === 'ETLS') return 'encryption';
  return code === 'ETIMEDOUT' ? 'no-answer' : 'other';
}
