import type { PublishFault } from '@threadline/schema/publishing';

/** A round that could not be finished, in words for the editor. The live release is untouched. */
export class PublishFailure extends Error {
  readonly faults: PublishFault[];
  /** Depends on content and code alone: the same revision would fail again, so it is not tried again. */
  readonly lasting: boolean;

  constructor(faults: PublishFault[], { lasting }: { lasting: boolean }) {
    super(faults.map((fault) => fault.detail).join('\n'));
    this.name = 'PublishFailure';
    this.faults = faults;
    this.lasting = lasting;
  }
}

const diskTrouble: Record<string, string> = {
  ENOSPC: 'The disk of the server is full',
  EDQUOT: 'The disk of the server is full',
  EROFS: 'The disk of the server cannot be written to',
};

/** What went wrong, without a full stop. The cause of a failed `fetch` says more than its message. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return (code !== undefined && diskTrouble[code]) || `${error.message}${cause}`;
}
