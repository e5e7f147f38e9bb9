import { ConfigError } from './parse-env.ts';

/**
 * The config of a program that cannot go on without it. A mistake in it is expected: the operator reads one sentence for
 * each, instead of where in the code it was noticed, and the process ends with 1.
 */
export function configOrExit<Config>(load: () => Config): Config {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
