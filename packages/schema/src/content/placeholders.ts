import { z } from 'zod';
import type { InputKind } from '../primitives/fields.ts';
import { toPointer } from '../primitives/json-pointer.ts';
import { resolveSchema } from './resolve-schema.ts';

/** The contact details of the seed. Neither is in use, so every text that contains one has to be replaced. */
const contactMark = /\bhello@example\.com\b|(?<!\d)91[ -]?0{5}[ -]?0{5}(?!\d)/i;
/** An address of the domains that RFC 2606 reserves for examples. */
const exampleAddress = /(?:@|\/\/(?:www\.)?)example\.(?:com|org|net)\b/i;
const ownerMark = /placeholder|\bset by owner\b/i;

/** The properties that decide whether a field's text is a placeholder; part of `.meta()` and of a form field. */
interface PlaceholderField {
  input?: InputKind;
  /** Only the owner can provide this text. */
  isOwnerDetail?: boolean;
}

/**
 * Returns true for a text that the owner has to replace: a contact detail of the seed in any text, an example address in
 * an e-mail or link field, or the seed's wording in a field for an owner's detail. Other prose is never a placeholder.
 */
export function isPlaceholder(text: unknown, { input, isOwnerDetail = false }: PlaceholderField): boolean {
  if (typeof text !== 'string') return false;
  const isAddress = input === 'email' || input === 'link';
  return contactMark.test(text) || (isAddress && exampleAddress.test(text)) || (isOwnerDetail && ownerMark.test(text));
}

/** Returns JSON Pointers to the placeholders within a value, in order. */
export function findPlaceholders(declared: unknown, value: unknown, path: string[] = []): string[] {
  const schema = resolveSchema(declared, value);
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value);
    return parts.flatMap(([name, part]) => findPlaceholders(getPart(schema, name), part, [...path, name]));
  }
  return isPlaceholder(value, getMeta(schema)) ? [toPointer(path)] : [];
}

function getPart(schema: unknown, name: string): unknown {
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodObject ? schema.shape[name] : undefined;
}

function getMeta(schema: unknown): PlaceholderField {
  return schema instanceof z.ZodType ? ((schema.meta() as PlaceholderField | undefined) ?? {}) : {};
}

interface PublicValue {
  value: unknown;
  /** False if a required field has become empty: the list entry is then left out of the page. */
  isComplete: boolean;
}

/** Returns a value of the content model as visitors see it: without sentences, list entries and links that hold a placeholder. */
export function hidePlaceholders(declared: unknown, value: unknown): PublicValue {
  if (findPlaceholders(declared, value).length === 0) return { value, isComplete: true };
  const schema = resolveSchema(declared, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const entries = value.map((entry: unknown) => hidePlaceholders(schema.element, entry));
    const shown = entries.filter((entry) => entry.isComplete && entry.value !== '');
    return { value: shown.map((entry) => entry.value), isComplete: true };
  }
  if (schema instanceof z.ZodObject) {
    const fields: [string, unknown][] = Object.entries(value as object);
    const shown = fields.map(([name, field]) => [name, hidePlaceholders(schema.shape[name], field)] as const);
    return {
      value: Object.fromEntries(shown.map(([name, field]) => [name, field.value])),
      isComplete: shown.every(([, { isComplete }]) => isComplete),
    };
  }
  const text = removePlaceholderSentences(String(value), getMeta(schema));
  return { value: text, isComplete: text !== '' || !isNeeded(schema) };
}

function removePlaceholderSentences(text: string, field: PlaceholderField): string {
  const lines = text.split('\n').flatMap((line) => {
    if (!isPlaceholder(line, field)) return [line];
    const shown = line.split(/(?<=[.!?])\s+/).filter((sentence) => !isPlaceholder(sentence, field));
    return shown.length > 0 ? [shown.join(' ')] : [];
  });
  return lines.join('\n').trim();
}

function isNeeded(schema: unknown): boolean {
  return schema instanceof z.ZodType && !getMeta(schema).isOwnerDetail && !schema.safeParse('').success;
}
