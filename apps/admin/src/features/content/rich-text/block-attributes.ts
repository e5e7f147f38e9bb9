import { getField } from '@threadline/schema/content/form-field';
import type { Attribute } from '@tiptap/core';
import type { z } from 'zod';
import { blankValue } from '../model/form-model.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** Names the block and carries its attributes as JSON in the markup of the editor, so that copy and paste keep them. */
export const blockName = 'data-block';
const blockAttributes = 'data-attributes';

/** Returns the value of an attribute that a new block has. ProseMirror needs `null` for a missing one. */
export function getDefault(schema: z.ZodType): unknown {
  const parsed = schema.safeParse(undefined);
  return parsed.success ? (parsed.data ?? null) : blankValue(getField(schema));
}

/** Returns the attributes of a declared node or mark for Tiptap. Pasted values are checked by their schema. */
export function toTiptapAttributes(shape: Shape = {}): Record<string, Partial<Attribute>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      {
        default: getDefault(schema),
        parseHTML: (element: HTMLElement) => schema.safeParse(readBlockAttributes(element)[name]).data ?? null,
        rendered: false,
      },
    ]),
  );
}

function readBlockAttributes(element: HTMLElement): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(element.getAttribute(blockAttributes) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the HTML attributes of a block in the editor. */
export function stampBlock(name: string, attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return {
    [blockName]: name,
    ...(Object.keys(attributes).length > 0 && { [blockAttributes]: JSON.stringify(attributes) }),
  };
}
