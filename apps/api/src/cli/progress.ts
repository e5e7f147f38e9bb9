import type { OnProgress, Step } from '../platform/progress.ts';

/** Standard error, so that the output of a command can be piped. */
export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const barWidth = 24;
/** Without a terminal, progress is logged at this interval. */
const logIntervalMs = 10_000;

/**
 * Shows a progress bar on a terminal, and lines in a file or log.
 *
 * @param now returns milliseconds
 */
export function createProgress(screen: Screen, now: () => number): { onProgress: OnProgress; end: () => void } {
  let name: string | undefined;
  let shown = '';
  let loggedAt = 0;

  /** Leaves the last state of the bar on its line. */
  function end(): void {
    if (shown !== '') screen.write('\n');
    shown = '';
    name = undefined;
  }

  function onProgress(step: Step): void {
    if (step.name !== name) {
      end();
      name = step.name;
      loggedAt = now();
    }
    if (screen.isTTY) {
      const line = formatBar(step, screen.columns ?? 80);
      if (line === shown) return;
      // The padding erases the rest of a longer line.
      screen.write(`\r${line.padEnd(shown.length)}`);
      shown = line;
    } else if (now() - loggedAt >= logIntervalMs) {
      loggedAt = now();
      screen.write(`${step.name}: ${getPercent(step)} %, ${formatAmount(step)}\n`);
    }
  }

  return { onProgress, end };
}

/** @param columns of the terminal: a wrapped line could not be overwritten */
export function formatBar(step: Step, columns: number): string {
  const full = Math.round((getPercent(step) / 100) * barWidth);
  const bar = `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`;
  const percent = `${String(getPercent(step)).padStart(3)} %`;
  const parts = [`${step.name} ${bar} ${percent}  ${formatAmount(step)}`, `${step.name} ${bar} ${percent}`, percent];
  return parts.find((part) => part.length < columns) ?? '';
}

function getPercent({ done, total }: Step): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}

function formatAmount({ unit, done, total }: Step): string {
  if (unit === 'items') return `${done} of ${total}`;
  const formatMegabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);
  return `${formatMegabytes(done)} of ${formatMegabytes(total)} MB`;
}
