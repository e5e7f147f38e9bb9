/** Why no connection was made, as far as a user can do something about it. */
export type ConnectionCause = 'unknown-host' | 'connection-refused' | 'no-answer' | 'encryption' | 'certificate';

/** Errors of Node about a certificate: https://nodejs.org/api/tls.html#x509-certificate-error-codes. */
const certificateError =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

const causes: [RegExp, ConnectionCause][] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'unknown-host'],
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w*TIMEOUT)$/, 'no-answer'],
  [certificateError, 'certificate'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO)/, 'encryption'],
];

/** Returns the cause of an error of Node's network functions, by its code. */
export function findConnectionCause(code: string): ConnectionCause | undefined {
  return causes.find(([pattern]) => pattern.test(code))?.[1];
}
