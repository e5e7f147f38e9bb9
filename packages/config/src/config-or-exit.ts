import { ConfigError } from './parse-env.ts';

/**
 * Returns the config, or ends the process with code 1. An invalid setting is an expected error: the operator gets one
 * sentence for each, instead of a stack trace.
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
