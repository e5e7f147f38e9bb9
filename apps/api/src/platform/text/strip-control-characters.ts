const misleading = /[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text without control and bidirectional formatting characters, which hide or reorder it. Storage keeps the original. */
export function stripControlCharacters(value: string): string {
  return value.replace(misleading, '');
}

/** Strips every text of a row. */
export function stripRow<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? stripControlCharacters(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
