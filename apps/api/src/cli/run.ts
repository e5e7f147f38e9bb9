import { ConfigError } from '@threadline/config/parse-env';
import type { Config } from '../config.ts';
import { createDeps, type Deps } from '../context.ts';
import { describeDamage, describeFault, inspectData } from '../operations/recovery/inspect-data.ts';
import { NewerDatabaseError } from '../platform/db/migrations.ts';
import { isDamage } from '../platform/db/sqlite-errors.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isDiskFull } from '../platform/storage/disk-full.ts';
import { backupCommand } from './backup.ts';
import { CliError, type CliWorld, type Command } from './command.ts';
import { exportCommand, importCommand } from './content-file.ts';
import { doctorCommand } from './doctor.ts';
import { keyResetCommand } from './key.ts';
import { createProgress } from './progress.ts';
import { publishCommand } from './publish.ts';
import { restoreCommand } from './restore.ts';
import { startOverCommand } from './start-over.ts';
import { userCreateCommand, userResetCommand } from './user.ts';

const commands: Record<string, Command> = {
  'user create': userCreateCommand,
  'user reset': userResetCommand,
  publish: publishCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'start-over': startOverCommand,
  'key reset': keyResetCommand,
  export: exportCommand,
  import: importCommand,
};

function help(): string {
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return ['Usage: npm run cli -- <command>', '', ...lines, '  help', '      Shows this text.'].join('\n');
}

/** @returns the exit code: 0 done, 1 could not be done, 2 not understood */
export async function runCli(args: string[], terminal: CliWorld): Promise<number> {
  const { tell, end } = createProgress(terminal.screen, () => performance.now());
  // A line of words begins below a bar, not within it.
  const below = (say: (line: string) => void) => (line: string) => {
    end();
    say(line);
  };
  const world = { ...terminal, print: below(terminal.print), complain: below(terminal.complain) };
  const [first = 'help', second] = args;
  if (['help', '--help', '-h'].includes(first)) {
    world.print(help());
    return 0;
  }
  const found = [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name));
  const command = found ? commands[found] : undefined;
  if (!found || !command) {
    world.complain(`There is no command "${args.join(' ')}". See: npm run cli -- help`);
    return 2;
  }
  let opened: Deps | undefined;
  // Lines of the log would get between those of the command.
  const deps = () => {
    opened ??= createDeps(requireUsableData({ ...world.loadConfig(), logLevel: 'error' }));
    return opened;
  };
  try {
    return (await command.run(args.slice(found.split(' ').length), { ...world, deps, tell })) ?? 0;
  } catch (error) {
    return explain(error, world, command);
  } finally {
    end();
    opened?.db.$client.close();
  }
}

/** @throws CliError saying what is wrong with the data folder, and what helps: a command must not replace lost data */
function requireUsableData(config: Config): Config {
  const fault = inspectData(config);
  if (fault) throw new CliError(describeFault(fault).join('\n'));
  return config;
}

function explain(error: unknown, world: CliWorld, { usage }: Command): number {
  if (error instanceof CliError) {
    world.complain(error.message);
    if (error.exitCode === 2) world.complain(`Usage: npm run cli -- ${usage}`);
    return error.exitCode;
  }
  if (error instanceof NewerDatabaseError) {
    world.complain(error.message);
    return 1;
  }
  if (error instanceof ConfigError) {
    for (const mistake of error.mistakes) world.complain(mistake);
    return 1;
  }
  if (error instanceof ProblemError) {
    world.complain(error.message);
    for (const { pointer, detail } of error.options.errors ?? []) world.complain(`  ${pointer}: ${detail}`);
    return 1;
  }
  if (isDamage(error)) {
    for (const line of describeFault(describeDamage(world.loadConfig()))) world.complain(line);
    return 1;
  }
  if (isDiskFull(error)) {
    world.complain('The disk is full, so this could not be done. Free some space and try again.');
    return 1;
  }
  throw error;
}
