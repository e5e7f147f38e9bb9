/** Returns the median; for an even number of values the lower of the two middle ones. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Figure {
  name: string;
  value: string;
  /** The aim, and whether it is met. Without it the figure is only printed. */
  aim?: { text: string; met: boolean };
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, value, aim } of figures) {
    const verdict = aim ? `   ${aim.met ? 'met' : 'MISSED'}: ${aim.text}` : '';
    console.log(`  ${name.padEnd(width)}  ${value.padEnd(28)}${verdict}`);
  }
}
