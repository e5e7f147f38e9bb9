import { z } from 'zod';

/** The part of JSON Schema that zod generates. */
interface Node {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Node[];
  oneOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: Node | boolean;
  items?: Node;
  minItems?: number;
  minimum?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  /** The control of the field in the admin's form. */
  input?: string;
}

/** A place where a schema accepts text. `path` leads to it in a sample value. */
export interface TextField {
  path: (string | number)[];
  maxLength: number | undefined;
  /** Equal for fields that accept the same texts, as far as JSON Schema can express it. */
  kind: string;
}

/** Texts that could be slow for a pattern or a parser, each made of one repeated part. */
const shapes: readonly { start?: string; part: string; end?: string }[] = [
  { part: 'a' },
  { part: '0' },
  { part: ' ', end: 'x' },
  { part: '\n', end: 'x' },
  { part: '-', end: '!' },
  { part: '/', end: ' ' },
  { part: '=', end: 'x' },
  { part: '\u0301' },
  { part: '\\' },
  { part: '"' },
  { part: '<a ' },
  { part: '{a' },
  { part: '[(' },
  { part: '1 0-' },
  { part: 'a.', end: '!' },
  { start: 'a@', part: '.', end: '@' },
  { start: 'a@', part: 'a.', end: '@' },
  { start: 'https://', part: 'a.', end: ' ' },
  { start: '/', part: 'a/', end: ' ' },
  { start: '+', part: '1 ', end: 'x' },
];

/** Returns one text of each shape, as long as its JSON may be, and at most `maxLength` characters. */
export function hostileTexts(maxJsonBytes: number, maxLength = Number.POSITIVE_INFINITY): string[] {
  return shapes.map(({ start = '', part, end = '' }) => {
    const bytesOfPart = Buffer.byteLength(JSON.stringify(part)) - 2;
    const fits = Math.floor((maxJsonBytes - 2 - start.length - end.length) / bytesOfPart);
    const allowed = Math.floor((maxLength - start.length - end.length) / part.length);
    return `${start}${part.repeat(Math.max(0, Math.min(fits, allowed)))}${end}`;
  });
}

/** Returns every place where an input of this schema can contain text, and one input with all of them. */
export function describeTexts(schema: z.ZodType): { fields: TextField[]; sample: unknown } {
  const node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  return { fields: findTexts(node, []), sample: createSample(node) };
}

function findTexts(node: Node, path: TextField['path']): TextField[] {
  const variants = node.anyOf ?? node.oneOf;
  if (variants) return variants.flatMap((variant) => findTexts(variant, path));
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, property]) => findTexts(property, [...path, name]));
  if (node.items) return findTexts(node.items, [...path, 0]);
  if (typeof node.additionalProperties === 'object') return findTexts(node.additionalProperties, [...path, 'x']);
  const isText = node.type === 'string' || node.type === undefined;
  const { maxLength, pattern, format } = node;
  return isText ? [{ path, maxLength, kind: JSON.stringify({ maxLength, pattern, format, input: node.input }) }] : [];
}

/** Texts that most fields accept, tried in this order. */
const plainTexts = ['sender@example.org', 'title', '/', '2026-11-21T10:00:00.000Z', '2026-11-21', '09:30', 'AAAA', '1'];
const uuid = '00000000-0000-4000-8000-000000000000';

function createSample(node: Node): unknown {
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  const variant = (node.anyOf ?? node.oneOf)?.[0];
  if (variant) return createSample(variant);
  if (node.type === 'object') {
    return Object.fromEntries(Object.entries(node.properties ?? {}).map(([name, part]) => [name, createSample(part)]));
  }
  if (node.type === 'array') return Array(Math.max(1, node.minItems ?? 1)).fill(createSample(node.items ?? {}));
  if (node.type === 'number' || node.type === 'integer') return Math.max(1, node.minimum ?? 1);
  if (node.type === 'boolean') return true;
  if (node.type === 'null') return null;
  return sampleText(node);
}

function sampleText(node: Node): string {
  if (node.format === 'uuid') return uuid;
  const fits = (text: string) => node.pattern === undefined || new RegExp(node.pattern, 'u').test(text);
  return plainTexts.find((text) => text.length <= (node.maxLength ?? 100) && fits(text)) ?? 'title';
}

/** Returns a copy of the sample with another value at one place. */
export function replaceAt(sample: unknown, [first, ...rest]: TextField['path'], value: unknown): unknown {
  if (first === undefined) return value;
  const copy = Array.isArray(sample) ? [...sample] : { ...(sample as object) };
  const holder = copy as Record<string | number, unknown>;
  holder[first] = replaceAt(holder[first], rest, value);
  return copy;
}
