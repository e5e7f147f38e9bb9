import { z } from 'zod';
import { toIndianDay } from '../primitives/indian-time.ts';

/** Returns the name of the field that holds the day of publication; undefined for a schema without one. */
export function findPublishingDay(schema: z.ZodType): string | undefined {
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
  return fields.find(([, field]) => field.meta()?.isPublishingDay)?.[0];
}

/** Returns a value with a day, by default today, instead of an open day of publication, for a preview of the entry. */
export function showPublishingDay(schema: z.ZodType, value: unknown, day = toIndianDay(new Date())): unknown {
  const name = findPublishingDay(schema);
  if (!name || typeof value !== 'object' || value === null || Reflect.get(value, name) !== '') return value;
  return { ...value, [name]: day };
}
