/**
 * Why a request has failed:
 * - `unauthorized`: wrong key or secret, or no permission; `clock`: this machine's time is wrong
 * - `missing-bucket`, `region`: the address is wrong
 * - `full`: the quota is used up
 * - `no-conditions`: the store ignores conditional writes
 * - `unavailable`: no answer, an error of the store, or another writer that was faster each time; waiting may help
 * - `refused`: any other refusal
 */
export type StoreFault =
  | 'unauthorized'
  | 'clock'
  | 'missing-bucket'
  | 'region'
  | 'full'
  | 'no-conditions'
  | 'unavailable'
  | 'refused';

/** A failed request to an object store. The message is a sentence without keys and secrets. */
export class ObjectStoreError extends Error {
  readonly fault: StoreFault;
  /** How long the store asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  /** The code of the store's answer, such as `AccessDenied`, or of the connection, such as `ENOTFOUND`. */
  readonly code: string | undefined;

  constructor(
    fault: StoreFault,
    message: string,
    { retryAfterMs, code }: { retryAfterMs?: number; code?: string } = {},
  ) {
    super(message);
    this.name = 'ObjectStoreError';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}
