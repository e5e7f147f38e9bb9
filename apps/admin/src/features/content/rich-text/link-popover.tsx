import { Popover } from '@mantine/core';
import { marks } from '@threadline/schema/rich-text/nodes';
import { type Editor, getMarkRange } from '@tiptap/core';
import { Button } from '../../../ui/button.tsx';
import { AttributeForm, type AttributeForms } from './attribute-form.tsx';
import classes from './rich-text.module.css';
import { toHref } from './to-href.ts';

interface LinkPopoverProps {
  editor: Editor;
  forms: AttributeForms;
  onClose: () => void;
}

/** Returns the link at the selection, or the selection for a new one. */
function readLink({ state }: Editor) {
  const { selection, schema } = state;
  const type = schema.marks.link;
  const existing = type && getMarkRange(selection.$from, type);
  const href = existing && String(type?.isInSet(state.doc.nodeAt(existing.from)?.marks ?? [])?.attrs.href ?? '');
  return { from: existing?.from ?? selection.from, to: existing?.to ?? selection.to, href };
}

/** Adds, changes, opens and removes the link at the caret. */
export function LinkPopover({ editor, forms, onClose }: LinkPopoverProps) {
  const { from, to, href } = readLink(editor);
  const { left, bottom } = editor.view.coordsAtPos(from);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const save = (address: string) => {
    const label =
      forms.links.find((link) => link.href === address)?.label ?? address.replace(/^mailto:|^https?:\/\//, '');
    const chain = editor.chain().focus();
    if (from === to) {
      chain.insertContentAt(from, { type: 'text', text: label, marks: [{ type: 'link', attrs: { href: address } }] });
    } else {
      chain.setTextSelection({ from, to }).setMark('link', { href: address }).setTextSelection(to);
    }
    chain.run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().setTextSelection({ from, to }).unsetMark('link').setTextSelection(to).run();
    onClose();
  };
  return (
    <Popover
      opened
      onClose={close}
      position="bottom-start"
      trapFocus
      withRoles={false}
      width="min(26rem, calc(100vw - 2rem))"
      shadow="md"
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top: bottom }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Link" onKeyDown={(event) => event.key === 'Escape' && close()}>
        <AttributeForm
          title="Link"
          shape={marks.link.attrs}
          value={{ href: href ?? '' }}
          forms={forms}
          complete={(value) => ({ ...value, href: toHref(String(value.href)) })}
          saveLabel={href === undefined ? 'Add link' : 'Change link'}
          onSave={(value) => save(String(value.href))}
          onCancel={close}
        >
          {href !== undefined && (
            <>
              <a href={href} target="_blank" rel="noreferrer">
                Open
              </a>
              <Button variant="subtle" color="danger" onClick={remove}>
                Remove link
              </Button>
            </>
          )}
        </AttributeForm>
      </Popover.Dropdown>
    </Popover>
  );
}
