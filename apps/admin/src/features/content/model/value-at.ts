import { parsePointer } from '@threadline/schema/primitives/json-pointer';

/** Returns the part of a value at a JSON Pointer. */
export function getValueAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    value,
  );
}

/** Returns the value with another part at the pointer. */
export function setValueAt(value: unknown, pointer: string, next: unknown): unknown {
  return replacePart(value, parsePointer(pointer), next);
}

function replacePart(value: unknown, [part, ...rest]: string[], next: unknown): unknown {
  if (part === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === part ? replacePart(item, rest, next) : item));
  const properties = value as Record<string, unknown>;
  return { ...properties, [part]: replacePart(properties[part], rest, next) };
}
