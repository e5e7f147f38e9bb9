import { isAbsolute } from 'node:path';
import { storeUrlSchema } from '@threadline/object-store/store-url';
import { z } from 'zod';

/** The public address at which the release must be seen. */
const visibleAt = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const common = {
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  /** A release counts as live only after all required targets show it. */
  required: z.boolean().default(false),
};

/** An additional place to which releases are delivered. */
const targetSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('store'), url: storeUrlSchema, visibleAt }),
  z.strictObject({ ...common, kind: z.literal('bucket'), url: storeUrlSchema, visibleAt }),
  z.strictObject({
    ...common,
    kind: z.literal('folder'),
    path: z.string().refine(isAbsolute, { error: 'must be an absolute path' }),
    visibleAt: visibleAt.optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('netlify'),
    siteId: z.string().regex(/^[\w.-]+$/),
    token: z.string().regex(/^[\w.~+/=-]+$/),
    visibleAt,
  }),
]);
export type TargetSettings = z.infer<typeof targetSettingsSchema>;

/** `PUBLISH_TARGETS`: a JSON list. Messages name the target and the setting, never a value, because it may be a secret. */
export const targetsSchema = z
  .string()
  .transform((value, context): TargetSettings[] => {
    const read = z.array(z.unknown()).max(20).safeParse(parseJson(value));
    if (!read.success) {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of at most 20 targets' });
      return z.NEVER;
    }
    return read.data.flatMap((entry, index) => {
      const target = targetSettingsSchema.safeParse(entry);
      if (target.success) return [target.data];
      const [issue] = target.error.issues;
      const setting = issue?.path.join('.') || 'kind';
      context.addIssue({
        code: 'custom',
        message: `has a mistake in target ${index + 1}: "${setting}" ${describe(issue)}`,
      });
      return [];
    });
  })
  .refine((targets) => new Set(targets.map(({ name }) => name)).size === targets.length, {
    error: 'must give each target another name',
  })
  .default([]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `has unknown settings: ${issue.keys.join(', ')}`;
  return issue?.code === 'custom' ? issue.message : 'is missing or has the wrong form';
}
