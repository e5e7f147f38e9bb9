import { ConfigError } from '@threadline/config/parse-env';
import type { Config } from '../config.ts';
import { createDeps, type Deps } from '../context.ts';
import { describeDamage, describeFaults, inspectData } from '../operations/recovery/inspect-data.ts';
import { NewerDatabaseError } from '../platform/db/migrations.ts';
import { isDamage } from '../platform/db/sqlite-errors.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { CliError, type CliProcess, type Command } from './command.ts';
import { exportCommand, importCommand, publishCommand } from './content.ts';
import { doctorCommand } from './doctor.ts';
import { mediaCopyCommand } from './media.ts';
import { createProgress } from './progress.ts';
import { keyResetCommand, startOverCommand } from './repair.ts';
import { replicaClaimCommand, replicaRestoreCommand } from './replica.ts';
import { targetCheckCommand } from './target.ts';
import { userCreateCommand, userResetCommand } from './user.ts';

const commands: Record<string, Command> = {
  'user create': userCreateCommand,
  'user reset': userResetCommand,
  publish: publishCommand,
  doctor: doctorCommand,
  'target check': targetCheckCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'media copy': mediaCopyCommand,
  'replica restore': replicaRestoreCommand,
  'replica claim': replicaClaimCommand,
  'start-over': startOverCommand,
  'key reset': keyResetCommand,
  export: exportCommand,
  import: importCommand,
};

function describeUsage(): string {
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return ['Usage: npm run cli -- <command>', '', ...lines, '  help', '      Shows this text.'].join('\n');
}

/** Runs a command. Returns the exit code: 0 done, 1 failed, 2 wrong arguments. */
export async function runCli(args: string[], terminal: CliProcess): Promise<number> {
  const { onProgress, end } = createProgress(terminal.screen, () => performance.now());
  // Text starts below a progress bar, not within it.
  const below = (print: (line: string) => void) => (line: string) => {
    end();
    print(line);
  };
  const cli = { ...terminal, print: below(terminal.print), printError: below(terminal.printError) };
  const [first = 'help', second] = args;
  if (['help', '--help', '-h'].includes(first)) {
    cli.print(describeUsage());
    return 0;
  }
  const name = [`${first} ${second}`, first].find((each) => Object.hasOwn(commands, each));
  const command = name ? commands[name] : undefined;
  if (!name || !command) {
    cli.printError(`There is no command "${args.join(' ')}". See: npm run cli -- help`);
    return 2;
  }
  let opened: Deps | undefined;
  // At this level, log lines do not mix with the output of the command.
  const deps = () => {
    opened ??= createDeps(requireUsableData({ ...cli.loadConfig(), logLevel: 'error' }));
    return opened;
  };
  try {
    return await command.run(args.slice(name.split(' ').length), { ...cli, deps, onProgress });
  } catch (error) {
    for (const line of describeError(error, cli, command)) cli.printError(line);
    return error instanceof CliError ? error.exitCode : 1;
  } finally {
    end();
    opened?.db.$client.close();
  }
}

/** @throws CliError with the faults of the data folder and advice: a command must not replace lost data */
function requireUsableData(config: Config): Config {
  const faults = inspectData(config);
  if (faults) throw new CliError(describeFaults(faults).join('\n'));
  return config;
}

/** @throws the error itself if it is a defect of the program */
function describeError(error: unknown, { loadConfig }: CliProcess, { usage }: Command): readonly string[] {
  if (error instanceof CliError)
    return [error.message, ...(error.exitCode === 2 ? [`Usage: npm run cli -- ${usage}`] : [])];
  if (error instanceof NewerDatabaseError) return [error.message];
  if (error instanceof ConfigError) return error.mistakes;
  if (error instanceof ProblemError) {
    const fields = error.options.errors ?? [];
    return [error.message, ...fields.map(({ pointer, detail }) => `  ${pointer}: ${detail}`)];
  }
  if (isDamage(error)) return describeFaults(describeDamage(loadConfig()));
  if (isDiskFullError(error)) return ['The disk is full, so this could not be done. Free some space and try again.'];
  throw error;
}
