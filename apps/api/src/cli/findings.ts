const levelWidth = 5;

/** The result of one check of `doctor`. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail';
  /** Advice follows on lines of its own. */
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence });
export const warn = (sentence: string): Finding => ({ level: 'warn', sentence });
export const fail = (sentence: string): Finding => ({ level: 'fail', sentence });

/** Returns the lines that `doctor` prints: the level, then the sentence with its advice below. */
export function formatFinding({ level, sentence }: Finding): string {
  return `${level.padEnd(levelWidth)} ${sentence.replaceAll('\n', `\n${' '.repeat(levelWidth + 1)}`)}`;
}

/** One damaged page may end several checks. */
export function removeRepeats(findings: Finding[]): Finding[] {
  const bySentence = new Map(findings.map((finding) => [finding.sentence, finding]));
  return [...bySentence.values()];
}
