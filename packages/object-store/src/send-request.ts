import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { describeRefusal, isBucketMissing } from './s3-response.ts';
import { ObjectStoreError } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-url.ts';

/** The bytes of an object; text is stored as UTF-8. */
export type Body = Uint8Array<ArrayBuffer> | string;

export interface SendOptions {
  body?: Body | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

export const defaultRetries = {
  /** Time limit of each attempt in ms, in addition to the time that its bytes take. */
  timeoutMs: 30_000,
  /** The pause before the second attempt, in ms; it doubles with each further one. */
  firstPauseMs: 250,
  attempts: 4,
};
export type RetrySettings = typeof defaultRetries;

const maxPauseMs = 10_000;
/** The slowest connection on which an upload is not given up. A download has to bring the next bytes in time. */
const minBytesPerMs = 32;

/** Returns the pause after a failed attempt, in ms. Its random part keeps two programs from failing together again. */
export function choosePauseMs({ firstPauseMs }: RetrySettings, attempt: number): number {
  return firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/**
 * Returns a function that sends signed requests to a bucket, with a time limit and retries. The status of its answer is 2xx,
 * 404 or 412; any other one is an ObjectStoreError.
 */
export function createSender(location: StoreLocation, retries: RetrySettings) {
  const { accessKeyId, secretAccessKey, region } = location;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const name = describeLocation(location);
  const root = bucketUrl(location);

  async function send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const { body, headers = {}, signal } = options;
    // With the hash the store refuses damaged bytes; the library would send "UNSIGNED-PAYLOAD".
    const hashed = { 'x-amz-content-sha256': sha256(body ?? ''), ...headers };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptOnce(method, path, { body, headers: hashed, signal });
      if (!(answer instanceof ObjectStoreError)) return answer;
      const pauseMs = answer.retryAfterMs ?? choosePauseMs(retries, attempt);
      if (answer.fault !== 'unavailable' || attempt === retries.attempts || pauseMs > maxPauseMs) throw answer;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  async function attemptOnce(method: string, path: string, { body, headers, signal }: SendOptions) {
    const limit = new AbortController();
    const limitMs = retries.timeoutMs + Math.round((body?.length ?? 0) / minBytesPerMs);
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      const request = await client.sign(root + path, { method, headers, ...(body !== undefined && { body }) });
      // A redirect would lose the signature, and send the body to another host.
      const reply = await fetch(request, {
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      const bytes = await readBytes(reply, () => timer.refresh());
      const { ok, status } = reply;
      // 412: the condition was not met. Both are answers, not faults.
      if (ok || status === 412 || (status === 404 && !isBucketMissing(bytes)))
        return { status, body: bytes, headers: reply.headers };
      return describeRefusal(name, reply, new TextDecoder().decode(bytes));
    } catch (error) {
      signal?.throwIfAborted();
      return describeFailure(name, error, limit.signal.aborted ? limitMs : undefined);
    } finally {
      clearTimeout(timer);
    }
  }

  return send;
}

function bucketUrl({ endpoint, bucket, style }: StoreLocation): string {
  if (style === 'path') return `${endpoint}/${bucket}/`;
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//${bucket}.${host}/`;
}

async function readBytes({ body }: Response, onProgress: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    onProgress();
  }
  return Buffer.concat(chunks);
}

export const sha256 = (body: Body) => createHash('sha256').update(body).digest('hex');

/** @param limitMs the time limit, if it has passed */
function describeFailure(name: string, error: unknown, limitMs: number | undefined): ObjectStoreError {
  const code = limitMs === undefined ? getCode(error) : 'ETIMEDOUT';
  const reason = limitMs === undefined ? `cannot be reached (${code})` : `did not answer within ${limitMs / 1000} s`;
  return new ObjectStoreError('unavailable', `The store ${name} ${reason}.`, { code });
}

function getCode(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
