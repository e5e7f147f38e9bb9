import { z } from 'zod';
import { toPointer } from './site-content.ts';

/** The marks of text that only the owner can write. `content-seed` uses them; no real contact detail contains one. */
const placeholderMark = /placeholder|\bset by owner\b|\bexample\.(?:com|org|net)\b|(?<!\d)91[ -]?0{5}[ -]?0{5}(?!\d)/i;

/** Returns true for a text that still waits for the owner's own text. */
export function isPlaceholder(text: unknown): boolean {
  return typeof text === 'string' && placeholderMark.test(text);
}

/** JSON Pointers of the texts within a value that are placeholders, in their order. */
export function findPlaceholders(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => findPlaceholders(part, [...path, name]));
  return isPlaceholder(value) ? [toPointer(path)] : [];
}

interface PublicValue {
  value: unknown;
  /** False when a required field has no text left: a list entry is then left out of the page. */
  isComplete: boolean;
}

/** Returns a value of the content model as visitors see it: without sentences, list entries and links that hold a placeholder. */
export function hidePlaceholders(schema: unknown, value: unknown): PublicValue {
  if (findPlaceholders(value).length === 0) return { value, isComplete: true };
  if (schema instanceof z.ZodDefault) return hidePlaceholders(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const entries = value.map((entry: unknown) => hidePlaceholders(schema.element, entry));
    return { value: entries.filter(({ isComplete }) => isComplete).map((entry) => entry.value), isComplete: true };
  }
  if (schema instanceof z.ZodObject) {
    const fields: [string, unknown][] = Object.entries(value as object);
    const shown = fields.map(([name, field]) => [name, hidePlaceholders(schema.shape[name], field)] as const);
    return {
      value: Object.fromEntries(shown.map(([name, field]) => [name, field.value])),
      isComplete: shown.every(([, { isComplete }]) => isComplete),
    };
  }
  const text = removePlaceholderSentences(String(value));
  return { value: text, isComplete: text !== '' || !isNeeded(schema) };
}

function removePlaceholderSentences(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    if (!isPlaceholder(line)) return [line];
    const shown = line.split(/(?<=[.!?])\s+/).filter((sentence) => !isPlaceholder(sentence));
    return shown.length > 0 ? [shown.join(' ')] : [];
  });
  return lines.join('\n').trim();
}

function isNeeded(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.canBeHidden !== true && !schema.safeParse('').success;
}
