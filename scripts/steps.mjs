/**
 * A step failed. `message` is the reason as a sentence, `advice` is the next action of the user, `output` is the output of
 * the program that failed.
 */
export class StepFailure extends Error {
  constructor(message, { advice = '', output = '' } = {}) {
    super(message);
    this.name = 'StepFailure';
    this.advice = advice;
    this.output = output;
  }
}

/** Results of a step that had nothing to do. */
const idleResults = ['found', 'up to date'];

/**
 * Prints one line per step: number, title, result, elapsed time. On a terminal the line appears when the step begins.
 * `onlyWork` hides the steps that had nothing to do.
 *
 * @param {{ total: number, out?: NodeJS.WriteStream, onlyWork?: boolean }} options
 */
export function createSteps({ total, out = process.stdout, onlyWork = false }) {
  let count = 0;
  return {
    /**
     * Runs one step; `work` resolves to a short result ("found", "built") and a value for the caller.
     * `isShared`: other programs may write to the terminal meanwhile.
     */
    async run(title, work, { isShared = false } = {}) {
      const start = performance.now();
      const printsStart = out.isTTY && !isShared && !onlyWork;
      const number = () => {
        count += 1;
        return `  ${String(count).padStart(String(total).length)}/${total}  ${title.padEnd(24)}`;
      };
      const begun = isShared ? undefined : number();
      if (printsStart) out.write(`${begun}…`);
      const finish = (result) => {
        // Steps that run at the same time are numbered in the order in which they end.
        const head = begun ?? number();
        if (onlyWork && idleResults.includes(result)) return;
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        out.write(`${printsStart ? '\r' : ''}${head}${result.padEnd(14)}${seconds.padStart(6)} s\n`);
      };
      try {
        const { result, value } = await work();
        finish(result);
        return value;
      } catch (error) {
        finish('failed');
        throw error;
      }
    },
  };
}

/** Returns the output of the failed program, the reason and the advice; for an unexpected error its stack trace. */
export function describeFailure(error) {
  if (!(error instanceof StepFailure)) return `\n${error instanceof Error ? error.stack : error}\n`;
  const output = error.output.trim();
  return ['', ...(output ? [output, ''] : []), error.message, ...(error.advice ? [error.advice] : []), ''].join('\n');
}
