import { SegmentedControl } from '@mantine/core';
import { nodes } from '@threadline/schema/rich-text/nodes';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { TextButton } from '../../../ui/text-button.tsx';
import type { EditorRequest, FormBlock } from './actions.ts';
import classes from './rich-text.module.css';
import { tableActions } from './table-editing.ts';
import { useEditorValue } from './use-editor-value.ts';

const formBlocks: Record<FormBlock, string> = {
  heading: 'Link to this heading',
  image: 'Edit image',
  video: 'Edit video',
  figure: 'Edit number',
  callout: 'Kind of box',
  quote: 'Who said it',
  table: 'Table caption',
};

function isFormBlock(name: string): name is FormBlock {
  return Object.hasOwn(formBlocks, name);
}

/** Returns name and position of the innermost block with a form at the selection, as `image 12`. */
function readBlock({ state: { selection } }: Editor): string | undefined {
  if (selection instanceof NodeSelection && isFormBlock(selection.node.type.name)) {
    return `${selection.node.type.name} ${selection.from}`;
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name } = $from.node(depth).type;
    if (isFormBlock(name)) return `${name} ${$from.before(depth)}`;
  }
  return undefined;
}

const widths = [
  { value: 'text', label: 'Text width' },
  { value: 'wide', label: 'Wide' },
];

/** How wide a picture is beside the text. */
function WidthChoice({ editor, position }: { editor: Editor; position: number }) {
  const width = useEditorValue(editor, ({ state }) => String(state.doc.nodeAt(position)?.attrs.width));
  const choose = (next: string) => {
    const { tr } = editor.state;
    const { attrs } = editor.state.doc.nodeAt(position) ?? {};
    tr.setNodeMarkup(position, null, { ...attrs, width: next });
    // The picture stays selected, so that the bar stays as well.
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
  };
  return <SegmentedControl size="xs" aria-label="Width of the image" data={widths} value={width} onChange={choose} />;
}

/** The actions of the block that contains the caret: its form, rows and columns, and its removal. */
export function BlockBar({ editor, onAsk }: { editor: Editor; onAsk: (request: EditorRequest) => void }) {
  const [name = '', position] = useEditorValue(editor, readBlock)?.split(' ') ?? [];
  if (!isFormBlock(name)) return null;
  const remove = () => {
    const from = Number(position);
    const size = editor.state.doc.nodeAt(from)?.nodeSize ?? 0;
    editor
      .chain()
      .focus()
      .deleteRange({ from, to: from + size })
      .run();
  };
  return (
    <section className={classes.blockBar} aria-label={nodes[name].label}>
      <strong>{nodes[name].label}</strong>
      <TextButton onClick={() => onAsk({ kind: 'form', block: name, position: Number(position) })}>
        {formBlocks[name]}
      </TextButton>
      {name === 'image' && <WidthChoice editor={editor} position={Number(position)} />}
      {name === 'heading' ? null : name === 'table' ? (
        tableActions.map(({ name: action, label, run }) => (
          <TextButton
            key={action}
            onClick={() => {
              run(editor);
              editor.view.focus();
            }}
          >
            {label}
          </TextButton>
        ))
      ) : (
        <TextButton onClick={remove}>Remove</TextButton>
      )}
    </section>
  );
}
