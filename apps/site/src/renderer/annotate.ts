import { contentModel, type SectionDefinition } from '@threadline/schema/content/content-model';
import { addTag } from '@threadline/schema/content/preview-tags';
import { resolveSchema } from '@threadline/schema/content/resolve-schema';
import type { Entry, SiteContent } from '@threadline/schema/content/site-content';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { z } from 'zod';

export interface AnnotatedContent {
  content: SiteContent;
  /** The number in a tag is an index into this list. */
  fields: PreviewField[];
}

const untagged = new WeakMap<SiteContent, SiteContent>();

/** Returns the content without tags, for files that are named by a hash of their content. */
export function stripAnnotations(content: SiteContent): SiteContent {
  return untagged.get(content) ?? content;
}

/**
 * Returns the content with the tag of its field in every text.
 * @param published the content that visitors see: what `stripAnnotations` returns for it
 */
export function annotateContent(plain: SiteContent, published: SiteContent): AnnotatedContent {
  const fields: PreviewField[] = [];
  const values: Record<string, Record<string, unknown>> = {};
  for (const [section, definition] of Object.entries<SectionDefinition>(contentModel)) {
    const of: Record<string, unknown> = { ...plain[section as keyof SiteContent] };
    for (const [key, schema] of Object.entries(definition.singles)) {
      of[key] = tagValue(schema, of[key], { section, key, path: [], fields });
    }
    for (const [name, { schema }] of Object.entries(definition.lists)) {
      of[name] = (of[name] as Entry<unknown>[]).map((entry) => ({
        ...entry,
        value: tagValue(schema, entry.value, { section, key: entry.key, path: [], fields }),
      }));
    }
    values[section] = of;
  }
  // The shape is the same: only texts have changed.
  const content = values as SiteContent;
  untagged.set(content, published);
  return { content, fields };
}

interface Place {
  section: string;
  key: string;
  path: PropertyKey[];
  fields: PreviewField[];
}

function tagValue(declared: unknown, value: unknown, place: Place): unknown {
  const inside = (name: PropertyKey): Place => ({ ...place, path: [...place.path, name] });
  if (value === undefined) return value;
  const schema = resolveSchema(declared, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((part, index) => tagValue(schema.element, part, inside(index)));
  }
  if (schema instanceof z.ZodObject) {
    const parts = value as Record<string, unknown>;
    const shape: [string, unknown][] = Object.entries(schema.shape);
    return {
      ...parts,
      ...Object.fromEntries(
        shape.flatMap(([name, field]) => (name in parts ? [[name, tagValue(field, parts[name], inside(name))]] : [])),
      ),
    };
  }
  const isProse = schema instanceof z.ZodType && schema.meta()?.isProse === true;
  if (!isProse || typeof value !== 'string' || value === '') return value;
  const { section, key, path, fields } = place;
  return addTag(value, fields.push({ section, key, pointer: toPointer(path) }) - 1);
}
