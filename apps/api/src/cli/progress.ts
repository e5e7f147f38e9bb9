import type { Step, TellProgress } from '../platform/progress.ts';

/** Where progress is shown: standard error, so that what is written to standard output stays as it is. */
export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const barWidth = 24;
/** Without a terminal a line now and then, for work that takes long: a log should not fill up with it. */
const lineEveryMs = 10_000;

/** A bar that moves on a terminal; plain lines in a file or a log. @param now in ms */
export function createProgress(screen: Screen, now: () => number): { tell: TellProgress; end: () => void } {
  let name: string | undefined;
  let shown = '';
  let lineAt = 0;

  function begin(step: Step): void {
    end();
    name = step.name;
    lineAt = now();
  }

  /** Leaves the last state of the bar on its line. */
  function end(): void {
    if (shown !== '') screen.write('\n');
    shown = '';
    name = undefined;
  }

  function tell(step: Step): void {
    if (step.name !== name) begin(step);
    if (screen.isTTY) {
      const line = barOf(step, screen.columns ?? 80);
      if (line === shown) return;
      // What stands there may be longer.
      screen.write(`\r${line.padEnd(shown.length)}`);
      shown = line;
    } else if (now() - lineAt >= lineEveryMs) {
      lineAt = now();
      screen.write(`${step.name}: ${percentOf(step)} %, ${amountOf(step)}\n`);
    }
  }

  return { tell, end };
}

/** @param columns of the terminal: a line that wraps could not be written over */
export function barOf(step: Step, columns: number): string {
  const full = Math.round((percentOf(step) / 100) * barWidth);
  const bar = `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`;
  const percent = `${String(percentOf(step)).padStart(3)} %`;
  const parts = [`${step.name} ${bar} ${percent}  ${amountOf(step)}`, `${step.name} ${bar} ${percent}`, percent];
  return parts.find((part) => part.length < columns) ?? '';
}

function percentOf({ done, total }: Step): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}

function amountOf({ unit, done, total }: Step): string {
  if (unit === 'items') return `${done} of ${total}`;
  const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);
  return `${megabytes(done)} of ${megabytes(total)} MB`;
}
