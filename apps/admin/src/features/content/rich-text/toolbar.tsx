import { IconArrowBackUp, IconArrowForwardUp, IconKeyboard, type TablerIcon } from '@tabler/icons-react';
import type { LinkTarget } from '@threadline/schema/content/link-targets';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { modifierName } from '../../../ui/use-shortcuts.ts';
import type { FormSteps } from '../editor/undo-steps.ts';
import { actions, type EditorAction, type EditorRequest, runAction } from './actions.ts';
import { BlockBar } from './block-bar.tsx';
import { LinkBar } from './link-popover.tsx';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor-value.ts';

interface ToolbarProps {
  editor: Editor;
  groups: EditorAction[][];
  links: readonly LinkTarget[];
  /** The id of the text. */
  controls: string;
  label: string;
  steps: FormSteps | undefined;
  onAsk: (request: EditorRequest) => void;
  /** The result of the last paste. It stays in view with the buttons, wherever the text was pasted. */
  notice: string;
}

/** Returns a shortcut as users read it: `Ctrl+Shift+8`. */
export function formatKeys(keys: string): string {
  return keys
    .split('-')
    .map((key) => (key === 'Mod' ? modifierName : key.length === 1 ? key.toUpperCase() : key))
    .join('+');
}

function listActive(editor: Editor): string {
  return actions.flatMap(({ name, isActive }) => (isActive?.(editor) ? name : [])).join(' ');
}

/** The toolbar of the editor: one tab stop; the arrow keys, Home and End move between its buttons. */
export function Toolbar({ editor, groups, links, controls, label, steps, onAsk, notice }: ToolbarProps) {
  const active = useEditorValue(editor, listActive).split(' ');
  const [stop, setStop] = useState('paragraph');

  const button = (name: string, props: Omit<ToolButtonProps, 'tabIndex' | 'onFocus'>) => (
    <ToolButton key={name} {...props} tabIndex={name === stop ? 0 : -1} onFocus={() => setStop(name)} />
  );

  return (
    <div className={classes.tools}>
      <div role="toolbar" aria-label={label} aria-controls={controls} className={classes.toolbar} onKeyDown={moveFocus}>
        {groups.map((group) => (
          <div key={group[0]?.name} className={classes.toolGroup}>
            {group.map((action) =>
              button(action.name, {
                label: action.label,
                icon: action.icon,
                keys: action.keys,
                isPressed: action.isActive && active.includes(action.name),
                onClick: () => runAction(editor, action, onAsk),
              }),
            )}
          </div>
        ))}
        <div className={classes.toolGroup}>
          {button('undo', {
            label: 'Undo',
            icon: IconArrowBackUp,
            keys: 'Mod-z',
            isDisabled: !steps?.canUndo,
            onClick: () => steps?.undo(),
          })}
          {button('redo', {
            label: 'Redo',
            icon: IconArrowForwardUp,
            keys: 'Mod-Shift-z',
            isDisabled: !steps?.canRedo,
            onClick: () => steps?.redo(),
          })}
          {button('shortcuts', {
            label: 'Keyboard shortcuts',
            icon: IconKeyboard,
            keys: 'Mod-/',
            onClick: () => onAsk({ kind: 'shortcuts' }),
          })}
        </div>
      </div>
      <div className={classes.bars}>
        <LinkBar editor={editor} links={links} onChange={() => onAsk({ kind: 'link' })} />
        <BlockBar editor={editor} onAsk={onAsk} />
        <small className={classes.hint}>Type / to add a picture, a table or another block.</small>
      </div>
      <p role="status" className={classes.notice}>
        {notice}
      </p>
    </div>
  );
}

/** Moves the focus within a toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.indexOf(event.target as HTMLButtonElement);
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % buttons.length,
    ArrowLeft: (index - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons[target]?.focus();
}

interface ToolButtonProps {
  label: string;
  icon: TablerIcon;
  keys?: string | undefined;
  /** Undefined for buttons that are not switches. */
  isPressed?: boolean | undefined;
  isDisabled?: boolean;
  tabIndex: number;
  onFocus: () => void;
  onClick: () => void;
}

function ToolButton({ label, icon: Icon, keys, isPressed, isDisabled = false, onClick, ...button }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={keys ? `${label} (${formatKeys(keys)})` : label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      // The selection of the text stays visible.
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onClick}
      {...button}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
