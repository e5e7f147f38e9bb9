import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { holdLock } from '@threadline/config/process-lock';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { describeFaults, inspectData } from '../operations/recovery/inspect-data.ts';
import type { OnProgress } from '../platform/progress.ts';
import type { Screen } from './progress.ts';

/** The part of the process that commands use. Tests pass their own. */
export interface CliProcess {
  /** @throws ConfigError */
  loadConfig: () => Config;
  input: AsyncIterable<string | Uint8Array>;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Where progress is shown. */
  screen: Screen;
}

export interface CliContext extends CliProcess {
  /** Opens the database on the first call. It is closed when the command ends. */
  deps: () => Deps;
  onProgress: OnProgress;
}

export interface Command {
  usage: string;
  summary: string;
  /** Returns the exit code. */
  run(args: string[], context: CliContext): Promise<number>;
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

interface Definition<Options extends ParseArgsOptionsConfig> {
  usage: string;
  summary: string;
  /** The error when the single argument is missing; without it the command takes no argument. */
  missingArgument?: string;
  options?: Options;
  /** Returns the exit code; nothing means 0. */
  run: (
    input: { argument: string; options: Values<Options> },
    context: CliContext,
  ) => Promise<number | undefined> | number | undefined | Promise<void> | void;
}

/** Defines a command whose arguments are parsed and checked before it runs. */
export function defineCommand<const Options extends ParseArgsOptionsConfig = Record<never, never>>({
  usage,
  summary,
  missingArgument,
  options,
  run,
}: Definition<Options>): Command {
  function parse(args: string[]) {
    try {
      return parseArgs({ args, options: options ?? ({} as Options), allowPositionals: true });
    } catch (error) {
      throw new CliError(error instanceof Error ? error.message : String(error), 2);
    }
  }
  return {
    usage,
    summary,
    async run(args, context) {
      const { values, positionals } = parse(args);
      const [argument = ''] = positionals;
      if (missingArgument && (argument === '' || positionals.length > 1)) throw new CliError(missingArgument, 2);
      if (!missingArgument && positionals.length > 0) throw new CliError(`"${argument}" is not understood.`, 2);
      return (await run({ argument, options: values }, context)) ?? 0;
    },
  };
}

/** A command cannot be done; `message` is a sentence for the person at the terminal. */
export class CliError extends Error {
  /** 1: failed; 2: the arguments are wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** Refuses to work where there is no database: a mistyped DATA_DIR must not become a new, empty installation. */
export function requireDatabase({ loadConfig }: Pick<CliProcess, 'loadConfig'>): void {
  const config = loadConfig();
  const file = join(config.dataDir, 'threadline.db');
  if (existsSync(file)) return;
  const faults = inspectData(config);
  throw new CliError(
    faults ? describeFaults(faults).join('\n') : `There is no database at ${file}. Is DATA_DIR right?`,
  );
}

/** @throws CliError while the server uses the folder */
export function lockDataFolder(dataDir: string): () => void {
  try {
    return holdLock(dataDir, 'api');
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
