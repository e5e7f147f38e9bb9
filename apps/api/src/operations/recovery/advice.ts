import { resolve } from 'node:path';

/** What an operator can do. */
export interface Advice {
  /** Without its full stop: a colon and the command may follow. */
  text: string;
  command?: string;
  /** The data folder that the command needs in `DATA_DIR`, if it is not the default one. */
  dataDir?: string;
}

/** Returns advice to run a command of the product on this data folder. */
export function adviseCommand(dataDir: string, text: string, command: string): Advice {
  return { text, command: `npm run cli -- ${command}`, ...(dataDir !== resolve('data') && { dataDir }) };
}

/** Returns a line for a terminal. */
export function describeAdvice({ text, command, dataDir }: Advice): string {
  if (!command) return `${text}.`;
  return `${text}: ${dataDir ? `DATA_DIR=${quote(dataDir)} ` : ''}${command}`;
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
