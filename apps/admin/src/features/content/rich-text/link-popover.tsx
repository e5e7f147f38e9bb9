import { Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { findLinkTarget, type LinkTarget } from '@threadline/schema/content/link-targets';
import { marks } from '@threadline/schema/rich-text/nodes';
import { type Editor, getMarkRange } from '@tiptap/core';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useCloseOnBack } from '../../../ui/open-dialogs.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { formatPlace } from '../editor/link-field.tsx';
import { AttributeForm, type AttributeForms } from './attribute-form.tsx';
import classes from './rich-text.module.css';
import { toHref } from './to-href.ts';
import { useEditorValue } from './use-editor-value.ts';

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

interface LinkBarProps {
  editor: Editor;
  links: readonly LinkTarget[];
  onChange: () => void;
}

/** The target of the link at the caret, with the actions for it. */
export function LinkBar({ editor, links, onChange }: LinkBarProps) {
  const href = useEditorValue(editor, (current) => readLink(current).href);
  if (!href) return null;
  const target = findLinkTarget(links, href);
  return (
    <section className={classes.blockBar} aria-label="Link">
      <strong>Link</strong>
      {target && <span>{target.label}</span>}
      <span className={classes.address}>{target ? formatPlace(target) : href}</span>
      <TextButton onClick={onChange}>Change link</TextButton>
      <OpenLink href={href} />
      <TextButton onClick={() => removeLink(editor)}>Remove link</TextButton>
    </section>
  );
}

/** Opens the target in another tab. An anchor is a place of the landing page. */
function OpenLink({ href }: { href: string }) {
  return (
    <a href={href.startsWith('#') ? `/${href}` : href} target="_blank" rel="noreferrer">
      Open
    </a>
  );
}

function removeLink(editor: Editor): void {
  const { from, to } = readLink(editor);
  editor.chain().focus().setTextSelection({ from, to }).unsetMark('link').setTextSelection(to).run();
}

/** Marks a part of the text while the focus is in a form: the browser shows the selection only in the focused element. */
function useHighlight(editor: Editor, { from, to }: { from: number; to: number }): void {
  useEffect(() => {
    const range = new Range();
    const [start, end] = [editor.view.domAtPos(from), editor.view.domAtPos(to)];
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    CSS.highlights?.set('link-text', new Highlight(range));
    return () => void CSS.highlights?.delete('link-text');
  }, [editor, from, to]);
}

/** Adds, changes, opens and removes the link at the caret. */
export function LinkPopover({ editor, forms, onClose }: LinkPopoverProps) {
  const { from, to, href } = readLink(editor);
  useHighlight(editor, { from, to });
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(to);
  const close = () => {
    onClose();
    editor.view.focus();
  };
  useCloseOnBack(close);
  // Wherever the focus is, so that Escape in the text does not close the editor of the item. An open list of pages is closed first.
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
    const label = findLinkTarget(forms.links, address)?.label ?? address.replace(/^mailto:|^https?:\/\//, '');
    const chain = editor.chain().focus();
    if (from === to) {
      chain.insertContentAt(from, { type: 'text', text: label, marks: [{ type: 'link', attrs: { href: address } }] });
    } else {
      chain.setTextSelection({ from, to }).setMark('link', { href: address }).setTextSelection(to);
    }
    chain.run();
    close();
  };
  const remove = () => {
    removeLink(editor);
    close();
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
          onLinkChosen={save}
          onCancel={close}
        >
          {href !== undefined && (
            <>
              <OpenLink href={href} />
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
