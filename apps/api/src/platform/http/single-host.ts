import type { IncomingMessage } from 'node:http';
import { problemBody } from './problem-response.ts';
import { apiHeaders } from './security-headers.ts';

/**
 * Returns the refusal of a request with more than one Host header (RFC 9112, 3.2); undefined for others. Node refuses a
 * request without one, but of several it takes the first, where a proxy in front may have taken the last.
 */
export function refuseSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Response | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts < 2) return undefined;
  const body = problemBody('malformed-request', { detail: 'Send one Host header.' }, '');
  const headers = { ...apiHeaders, 'content-type': 'application/problem+json', connection: 'close' };
  return Response.json(body, { status: body.status, headers });
}
