const misleading = /[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** What a visitor typed, without the characters that turn text around or hide it. It is stored as it came. */
export function readable(value: string): string {
  return value.replace(misleading, '');
}
