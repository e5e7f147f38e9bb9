import type { PasskeyRequestOptions } from '@threadline/schema/passkey';
import { type ProblemCode, problems } from '@threadline/schema/problem';

export interface ProblemOptions {
  /** One sentence for people. Defaults to the title of the code. */
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  /** On a conflict: the resource as it stands. */
  current?: unknown;
  /** When a second factor is missing: what a passkey has to answer. */
  passkeyOptions?: PasskeyRequestOptions | undefined;
  headers?: Record<string, string>;
}

/** The one error that routes and services throw on purpose; everything else becomes a 500 with fixed words. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].title);
    this.name = 'ProblemError';
    this.code = code;
    this.options = options;
  }
}
