import { type Problem, type ProblemCode, problems } from '@threadline/schema/wire/problem';
import { apiHeaders } from '@threadline/schema/wire/release-response';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { isDamage } from '../db/sqlite-errors.ts';
import { ProblemError, type ProblemOptions } from './problem-error.ts';

/** Returns an RFC 9457 body with the specification's `success` and `message`. It never repeats submitted values. */
export function createProblem(code: ProblemCode, options: ProblemOptions, requestId: string): Problem {
  const { status, title } = problems[code];
  const detail = options.detail ?? `${title}.`;
  return {
    // Described in docs/problems.md.
    type: `urn:threadline:problem:${code}`,
    title,
    status,
    detail,
    code,
    ...(options.errors && { errors: options.errors }),
    ...(options.current !== undefined && { current: options.current }),
    ...(options.place && { place: options.place }),
    ...(options.passkeyOptions && { passkeyOptions: options.passkeyOptions }),
    requestId,
    success: false,
    message: detail,
  };
}

export function problemResponse(context: Context, code: ProblemCode, options: ProblemOptions = {}): Response {
  const body = createProblem(code, options, context.get('requestId') ?? '');
  const headers = {
    ...apiHeaders,
    ...options.headers,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  };
  return context.body(JSON.stringify(body), body.status as 400, headers);
}

const codeByStatus = new Map<number, ProblemCode>(
  Object.entries(problems).map(([code, { status }]) => [status, code as ProblemCode]),
);

/** Error codes of a storage that cannot be written. The request may be repeated later. */
const storageFailures = new Set([
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'ENOSPC',
  'EROFS',
  'EDQUOT',
]);

const damageDetail = 'The database of this site is damaged, so nothing was stored. A backup has to be restored.';

function isStorageFailure(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return storageFailures.has(code) || [...storageFailures].some((failure) => code.startsWith(`${failure}_`));
}

/**
 * Returns the error handler of the router.
 *
 * @param recordError called with each unexpected error
 */
export function onError(log: Logger, recordError: (error: unknown) => void = () => {}) {
  return (error: Error, context: Context): Response => {
    if (error instanceof ProblemError) {
      const { code, message: detail } = error;
      if (error.cause) log.error({ err: error.cause, requestId: context.get('requestId') }, detail);
      else log.debug({ code, detail, requestId: context.get('requestId') }, 'request refused');
      return problemResponse(context, code, error.options);
    }
    if (error instanceof HTTPException && error.status < 500) {
      return problemResponse(context, codeByStatus.get(error.status) ?? 'malformed-request');
    }
    const cause = error.cause instanceof Error ? error.cause : error;
    recordError(cause);
    if (isStorageFailure(cause)) {
      log.error({ err: error, requestId: context.get('requestId') }, 'storage cannot be written');
      const detail = 'This cannot be stored right now. Nothing was changed. Try again in a minute.';
      return problemResponse(context, 'unavailable', { detail, headers: { 'retry-after': '30' } });
    }
    if (isDamage(cause)) {
      log.error({ err: error, requestId: context.get('requestId') }, 'the database is damaged');
      return problemResponse(context, 'unavailable', { detail: damageDetail, headers: { 'retry-after': '300' } });
    }
    log.error({ err: error, requestId: context.get('requestId') }, 'unexpected error');
    return problemResponse(context, 'internal', { detail: 'Something went wrong on our side. Try again.' });
  };
}
