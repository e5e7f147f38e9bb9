import { type NodeConfig, type NodeViewRenderer, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { followCurrentPicture } from '../../images/current-picture.tsx';
import { blockName, stampBlock } from './block-attributes.ts';
import { type LoadPicture, renderImage, renderNumber, renderVideo } from './block-views.ts';
import { createAnchorPlugin } from './heading-anchors.ts';

/** Keys in lists, input rules, parsing and views of the nodes, beyond their declaration. */
export const nodeBehaviours: Record<string, Partial<NodeConfig>> = {
  paragraph: {
    priority: 1000, // the default block
  },
  heading: {
    defining: true,
    parseHTML: () => [
      { tag: 'h1', attrs: { level: 2 } },
      { tag: 'h2', attrs: { level: 2 } },
      ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
    ],
    renderHTML: ({ node }) => [`h${node.attrs.level}`, stampBlock('heading', node.attrs), 0],
    addInputRules() {
      return [
        textblockTypeInputRule({
          // The title of the page is the heading above these.
          find: /^(#{1,3})\s$/,
          type: this.type,
          getAttributes: ([, signs = '']) => ({ level: Math.max(2, signs.length) }),
        }),
      ];
    },
    addProseMirrorPlugins: () => [createAnchorPlugin()],
  },
  bulletList: {
    addInputRules() {
      return [wrappingInputRule({ find: /^\s*[-*]\s$/, type: this.type })];
    },
  },
  orderedList: {
    addInputRules() {
      return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })];
    },
    renderHTML: ({ node }) => [
      'ol',
      { ...stampBlock('orderedList', node.attrs), ...(node.attrs.start > 1 && { start: node.attrs.start }) },
      0,
    ],
  },
  listItem: {
    defining: true,
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        Enter: () => editor.commands.splitListItem('listItem'),
        Tab: () => editor.isActive('listItem') && (editor.commands.sinkListItem('listItem') || true),
        'Shift-Tab': () => editor.commands.liftListItem('listItem'),
        Backspace: () => isAtStartOfItem(editor.state.selection) && editor.commands.liftListItem('listItem'),
      };
    },
  },
  table: {
    isolating: true,
  },
  tableCell: {
    isolating: true, // Backspace and Delete at its ends do not join it with the text beside it
    parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  },
  quote: {
    defining: true,
    addInputRules() {
      return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
    },
    renderHTML: ({ node }) => [
      'blockquote',
      { ...stampBlock('quote', node.attrs), ...(node.attrs.by && { 'data-note': `— ${node.attrs.by}` }) },
      0,
    ],
  },
  callout: {
    defining: true,
    parseHTML: () => [{ tag: `[${blockName}="callout"]`, priority: 60 }],
    renderHTML: ({ node }) => ['div', { ...stampBlock('callout', node.attrs), 'data-tone': node.attrs.tone }, 0],
  },
  image: {
    parseHTML: () => [{ tag: `[${blockName}="image"]`, priority: 60 }],
    addNodeView: () => createView(renderImage),
  },
  video: {
    parseHTML: () => [{ tag: `[${blockName}="video"]`, priority: 60 }],
    addNodeView: () => createView(renderVideo),
  },
  figure: {
    parseHTML: () => [{ tag: `[${blockName}="figure"]`, priority: 60 }],
    addNodeView: () => createView(renderNumber),
  },
};

interface Caret {
  empty: boolean;
  $from: { parentOffset: number; depth: number; index: (depth: number) => number; node: (depth: number) => Node };
}

function isAtStartOfItem({ empty, $from }: Caret): boolean {
  const isInItem = $from.depth > 1 && $from.node($from.depth - 1).type.name === 'listItem';
  return empty && $from.parentOffset === 0 && isInItem && $from.index($from.depth - 1) === 0;
}

/** A block that is edited in a form. Its view is plain DOM, because React must not render inside the editable. */
function createView(render: (node: Node, load: LoadPicture) => HTMLElement): NodeViewRenderer {
  return ({ node }) => {
    const stops: (() => void)[] = [];
    const dom = render(node, (image, address) => stops.push(followCurrentPicture(image, address)));
    const destroy = () => {
      for (const stop of stops) stop();
    };
    return { dom, ignoreMutation: () => true, destroy };
  };
}
