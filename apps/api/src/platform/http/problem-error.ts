import type { PasskeyRequestOptions } from '@threadline/schema/wire/passkey';
import { type Problem, type ProblemCode, problems } from '@threadline/schema/wire/problem';

export interface ProblemOptions {
  /** One sentence for people. Defaults to the title of the code. */
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  /** On a conflict: the current resource. */
  current?: unknown;
  /** The field of another item that prevents the change. */
  place?: Problem['place'];
  /** If a second factor is missing: request options for a passkey. */
  passkeyOptions?: PasskeyRequestOptions | undefined;
  headers?: Record<string, string>;
}

/** The only error that routes and services throw on purpose. Every other error becomes a 500 with a fixed text. */
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
