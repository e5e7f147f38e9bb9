const misleading = /[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** What a visitor typed, without the characters that turn text around or hide it. It is stored as it came. */
export function readable(value: string): string {
  return value.replace(misleading, '');
}

/** The same for every text of a row. */
export function readableRow<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? readable(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
