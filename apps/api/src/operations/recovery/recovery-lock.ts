import { holdLock } from '@threadline/config/process-lock';

const lockName = 'recovery';

/**
 * Marks this process as the server that runs in recovery mode. A second one beside it goes unmarked.
 *
 * @returns a function that removes the mark
 */
export function markRecovery(dataDir: string): () => void {
  try {
    return holdLock(dataDir, lockName);
  } catch {
    return () => {};
  }
}

/** Returns whether a server in recovery mode waits for this data folder to become usable. */
export function isServerRecovering(dataDir: string): boolean {
  try {
    holdLock(dataDir, lockName)();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes('is in use');
  }
}
