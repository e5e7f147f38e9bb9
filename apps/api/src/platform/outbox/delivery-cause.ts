import type { NodemailerError } from 'nodemailer';

/** Why a message was not sent, as far as a user can do something about it. */
export type DeliveryCause =
  | 'password'
  | 'password-lost'
  | 'sign-in-missing'
  | 'unknown-host'
  | 'connection-refused'
  | 'no-answer'
  | 'encryption'
  | 'certificate'
  | 'sender'
  | 'recipient'
  | 'other';

export const getErrorCode = ({ responseCode, code }: NodemailerError): string =>
  String(responseCode ?? code ?? 'unknown');

/** Errors of Node about a certificate: https://nodejs.org/api/tls.html#x509-certificate-error-codes. */
const certificateError =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;
const tlsError = /^(?:ERR_SSL_|ERR_TLS_|EPROTO)/;

/** Returns the cause of a failed attempt. */
export function findCause(error: NodemailerError): DeliveryCause {
  const { code = '', originalCode = '', command, response = '', responseCode } = error;
  if (responseCode === 530 && /starttls/i.test(response)) return 'encryption';
  if (code === 'EAUTH') return 'password';
  if (responseCode === 530) return 'sign-in-missing';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (code === 'EDNS') return 'unknown-host';
  if (originalCode === 'ECONNREFUSED') return 'connection-refused';
  if (certificateError.test(originalCode)) return 'certificate';
  if (code === 'ETLS' || tlsError.test(originalCode)) return 'encryption';
  if (code === 'ETIMEDOUT' || /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(originalCode)) return 'no-answer';
  return 'other';
}
