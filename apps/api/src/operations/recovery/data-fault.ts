import { resolve } from 'node:path';

/** An action that an operator can take. */
export interface Advice {
  /** Without its full stop: a colon and the command may follow. */
  text: string;
  command?: string;
  /** The data folder that the command needs in `DATA_DIR`, if it is not the default one. */
  dataDir?: string;
}

/** A reason why the data folder cannot be used as it is. The product then runs in recovery mode. */
export interface DataFault {
  part: 'database' | 'key';
  /** One sentence for the operator; names paths. */
  sentence: string;
  /** Possible actions of the operator. */
  advice: Advice[];
}

/** Returns faults and their advice as lines for a terminal. */
export function describeFault(faults: DataFault[]): string[] {
  return faults.flatMap(({ sentence, advice }) => [sentence, ...advice.map(describeAdvice)]);
}

/** Returns advice to run a command of the product on this data folder. */
export function adviseCommand(dataDir: string, text: string, command: string): Advice {
  return { text, command: `npm run cli -- ${command}`, ...(dataDir !== resolve('data') && { dataDir }) };
}

/** Returns a line for a terminal. */
function describeAdvice({ text, command, dataDir }: Advice): string {
  if (!command) return `${text}.`;
  return `${text}: ${dataDir ? `DATA_DIR=${quote(dataDir)} ` : ''}${command}`;
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
