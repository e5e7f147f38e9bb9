const levelWidth = 5;

/** The result of one check of `doctor`. */
export interface Finding {
  level: 'ok' | 'look' | 'bad';
  /** Advice follows on lines of its own. */
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence });
export const look = (sentence: string): Finding => ({ level: 'look', sentence });
export const bad = (sentence: string): Finding => ({ level: 'bad', sentence });

/** Returns the lines that `doctor` prints: the level, then the sentence with its advice below. */
export function formatFinding({ level, sentence }: Finding): string {
  return `${level.padEnd(levelWidth)} ${sentence.replaceAll('\n', `\n${' '.repeat(levelWidth + 1)}`)}`;
}

/** One damaged page may end several checks. */
export function removeRepeats(findings: Finding[]): Finding[] {
  const bySentence = new Map(findings.map((finding) => [finding.sentence, finding]));
  return [...bySentence.values()];
}
