import { Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
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
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(to);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  // Wherever the focus is, so that Escape in the text does not close the writer. An open list of pages is closed first.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || document.activeElement?.ariaExpanded === 'true') return;
      event.stopPropagation();
      close();
    },
    { capture: true },
  );
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
      closeOnEscape={false}
      withRoles={false}
      width="min(26rem, calc(100vw - 2rem))"
      shadow="md"
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top, height: bottom - top }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Link">
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
