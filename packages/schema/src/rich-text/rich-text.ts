import { z } from 'zod';
import { type FieldOptions, type InputKind, text } from '../primitives/fields.ts';
import { marks, type NodeDeclaration, nodes } from './nodes.ts';

type Nodes = typeof nodes;
type Marks = typeof marks;
type WithAttrs<Declaration> = Declaration extends { attrs: infer Shape extends z.ZodRawShape }
  ? { attrs: z.output<z.ZodObject<Shape>> }
  : unknown;

export type Mark = { [Name in keyof Marks]: { type: Name } & WithAttrs<Marks[Name]> }[keyof Marks];

/** A run of characters with the same marks. */
export interface TextNode {
  type: 'text';
  marks?: Mark[];
  text: string;
}

type BlockName = Exclude<keyof Nodes, 'text' | 'doc'>;

/** Every node but text and the document. */
export type BlockNode = {
  [Name in BlockName]: { type: Name; content?: RichTextNode[] } & WithAttrs<Nodes[Name]>;
}[BlockName];

export type RichTextNode = BlockNode | TextNode;

/** A formatted text in ProseMirror's JSON format. */
export interface RichText {
  type: 'doc';
  content: BlockNode[];
}

const maxBlocks = 400;
const maxCharacters = 60_000;
/** Lists in lists. A schema of finite depth cannot overflow the stack, whatever is sent. */
const maxListDepth = 3;
const lists: readonly string[] = ['bulletList', 'orderedList'];

const markSchemas = Object.entries<NodeDeclaration>(marks).map(([name, { attrs }]) =>
  z.strictObject({ type: z.literal(name), ...(attrs && { attrs: z.strictObject(attrs) }) }),
);
const textSchema = z.strictObject({
  type: z.literal('text'),
  marks: z
    .array(z.discriminatedUnion('type', markSchemas as never, { error: 'This format does not exist.' }))
    .optional(),
  // A space between two formats is a text of its own.
  text: text('Text', { max: 10_000, optional: true }),
});

/** Returns the schema of a node within `depth` lists. */
function createNodeSchema(name: string, depth: number): z.ZodObject {
  if (name === 'text') return textSchema;
  const { attrs, content } = (nodes as Record<string, NodeDeclaration>)[name] ?? {};
  return z.strictObject(
    {
      type: z.literal(name),
      ...(attrs && { attrs: z.strictObject(attrs) }),
      ...(content && { content: createContentSchema(content, lists.includes(name) ? depth + 1 : depth) }),
    },
    { error: 'This part of the text is not valid.' },
  );
}

function createContentSchema(expression: string, depth: number): z.ZodType {
  const names = (expression.match(/\w+/g) ?? []).flatMap((name) => (name === 'block' ? listBlockNames() : name));
  const allowed = [...new Set(names)].filter((name) => depth < maxListDepth || !lists.includes(name));
  const options = allowed.map((name) => createNodeSchema(name, depth));
  const error =
    depth < maxListDepth ? 'This kind of block cannot be here.' : `Lists can be nested ${maxListDepth} levels deep.`;
  const content = z.array(z.discriminatedUnion('type', options as never, { error }));
  if (expression.endsWith('text*')) return content.optional();
  const nonEmpty = content.min(1, { error: 'This part of the text is empty.' });
  const [first] = names;
  if (expression.endsWith('+')) return nonEmpty;
  return nonEmpty.refine((parts) => (parts[0] as RichTextNode | undefined)?.type === first, {
    error: 'A list item begins with a paragraph.',
  });
}

const listBlockNames = () =>
  Object.entries<NodeDeclaration>(nodes).flatMap(([name, { group }]) => (group === 'block' ? name : []));

const docSchema = createNodeSchema('doc', 0);

/** A text with headings, lists, quotes, pictures and tables. */
export function richText(
  title: string,
  { hint, max = maxCharacters, variables }: Pick<FieldOptions, 'hint' | 'max' | 'variables'> = {},
) {
  const schema = docSchema
    .superRefine((value, context) => {
      const texts = [...listTextNodes(value as unknown as RichText)];
      const characters = texts.reduce((sum, node) => sum + node.text.length, 0);
      const blocks = (value as unknown as RichText).content.length;
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if (characters > max) refuse(`Use at most ${max.toLocaleString('en-IN')} characters.`);
      if (blocks > maxBlocks) refuse(`Use at most ${maxBlocks} paragraphs and other blocks.`);
      const hasPicture = (value as unknown as RichText).content.some(
        ({ type }) => type === 'image' || type === 'video',
      );
      if (characters === 0 && !hasPicture) refuse('This field cannot be empty.');
      for (const { name, index } of findRepeatedAnchors(value as unknown as RichText)) {
        const message = `Another heading is linked to as ${name}, too. Use a different name.`;
        context.addIssue({ code: 'custom', message, path: ['content', index, 'attrs', 'anchor'] });
      }
    })
    .meta({
      title,
      description: hint,
      input: 'rich-text' satisfies InputKind,
      optional: false,
      ...(variables && { variables }),
    });
  return schema as unknown as z.ZodType<RichText>;
}

/** Returns the headings with the link name of an earlier one, such as the copy of a heading. */
function findRepeatedAnchors({ content }: RichText): { name: string; index: number }[] {
  const names = new Set<string>();
  return content.flatMap((block, index) => {
    const name = block.type === 'heading' ? block.attrs.anchor : '';
    if (name !== '' && names.has(name)) return [{ name, index }];
    names.add(name);
    return [];
  });
}

/** Returns whether a value of the content is a formatted text. */
export function isRichText(value: unknown): value is RichText {
  const { type, content } = (value ?? {}) as Record<string, unknown>;
  return type === 'doc' && Array.isArray(content);
}

/** Returns the runs of text in order. */
export function* listTextNodes(node: RichText | RichTextNode): Generator<TextNode> {
  if (node.type === 'text') yield node;
  else for (const part of node.content ?? []) yield* listTextNodes(part);
}
