import type { PublishFault } from '@threadline/schema/wire/publishing';

/** A round that failed, with messages for the editor. The live release is unchanged. */
export class PublishFailure extends Error {
  readonly faults: PublishFault[];
  /** The failure depends only on content and code: the same revision would fail again, so it is not retried. */
  readonly isPermanent: boolean;

  constructor(faults: PublishFault[], { isPermanent }: { isPermanent: boolean }) {
    super(faults.map((fault) => fault.detail).join('\n'));
    this.name = 'PublishFailure';
    this.faults = faults;
    this.isPermanent = isPermanent;
  }
}

const diskErrors: Record<string, string> = {
  ENOSPC: 'The disk of the server is full',
  EDQUOT: 'The disk of the server is full',
  EROFS: 'The disk of the server cannot be written',
};

/**
 * Returns the message of an error without a full stop. The cause of a failed `fetch` is more specific than its message.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return (code !== undefined && diskErrors[code]) || `${error.message}${cause}`;
}
