import { splitVariables, type TextVariables } from '@threadline/schema/primitives/text-variables';
import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { formatVariable } from './variable-node.ts';

/** Returns the document of a text: one paragraph, in which each known `{name}` is a node. */
export function toDocument(text: string, variables: TextVariables): JSONContent {
  const content = splitVariables(text, variables).map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : { type: 'variable', attrs: { name: part.name } },
  );
  return { type: 'doc', content: [{ type: 'paragraph', content }] };
}

/** Returns the text of a document. */
export function toText({ content }: Node): string {
  return content.textBetween(0, content.size, '', formatVariable);
}
