import { ObjectStoreError, type StoreFault } from '@threadline/object-store/store-error';
import { TargetError } from './publish-target.ts';

const lastingFaults: readonly StoreFault[] = ['unauthorized', 'missing-bucket', 'region', 'clock', 'no-conditions'];

interface Failure {
  /** Only a change of settings or account helps, so frequent attempts are pointless. */
  isLasting: boolean;
  /** How long the target asks to wait, in ms. */
  retryAfterMs?: number | undefined;
}

/** Returns when a call to a target makes sense again. */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof ObjectStoreError)
    return { isLasting: lastingFaults.includes(error.fault), retryAfterMs: error.retryAfterMs };
  return error instanceof TargetError ? error : { isLasting: false };
}
