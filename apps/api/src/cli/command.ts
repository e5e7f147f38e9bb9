import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { describeFault, inspectData } from '../operations/recovery/inspect-data.ts';
import type { TellProgress } from '../platform/progress.ts';
import type { Screen } from './progress.ts';

/** The world of a command. Passed in, so that tests see what people see. */
export interface CliWorld {
  /** @throws ConfigError */
  loadConfig: () => Config;
  input: AsyncIterable<string | Uint8Array>;
  print: (line: string) => void;
  complain: (line: string) => void;
  /** Where progress is shown. */
  screen: Screen;
}

/** What a command gets to work with; the database is opened on the first call and closed for it afterwards. */
export interface CliContext extends CliWorld {
  deps: () => Deps;
  tell: TellProgress;
}

export interface Command {
  usage: string;
  summary: string;
  /** @returns the exit code; nothing means 0 */
  run(args: string[], context: CliContext): Promise<number | undefined> | number | undefined;
}

/** Something cannot be done; `message` is a sentence for the person at the terminal. */
export class CliError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** A mistyped DATA_DIR must not quietly become a new, empty installation. */
export function requireDatabase({ loadConfig }: Pick<CliWorld, 'loadConfig'>): void {
  const config = loadConfig();
  const file = join(config.dataDir, 'threadline.db');
  if (existsSync(file)) return;
  const fault = inspectData(config);
  throw new CliError(fault ? describeFault(fault).join('\n') : `There is no database at ${file}. Is DATA_DIR right?`);
}
