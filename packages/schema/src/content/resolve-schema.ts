import { z } from 'zod';

/**
 * Returns the schema that a value has: without defaults and optionality, and of several kinds the one that the value's
 * `type` names. Code that walks through a value and its schema then meets only arrays, objects and fields.
 */
export function resolveSchema(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return resolveSchema(schema.unwrap(), value);
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return schema;
  const type = (value as { type?: unknown } | undefined)?.type;
  return schema.options.find((option) => option instanceof z.ZodObject && hasType(option, type));
}

function hasType({ shape }: z.ZodObject, type: unknown): boolean {
  return shape.type instanceof z.ZodLiteral && shape.type.value === type;
}
