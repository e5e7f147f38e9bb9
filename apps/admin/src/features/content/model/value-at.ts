function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The part of a value that a pointer names. */
export function valueAt(value: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);
}

/** The value with another one at the pointer. */
export function withValueAt(value: unknown, pointer: string, next: unknown): unknown {
  return replaced(value, partsOf(pointer), next);
}

function replaced(value: unknown, [part, ...rest]: string[], next: unknown): unknown {
  if (part === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === part ? replaced(item, rest, next) : item));
  const properties = value as Record<string, unknown>;
  return { ...properties, [part]: replaced(properties[part], rest, next) };
}
