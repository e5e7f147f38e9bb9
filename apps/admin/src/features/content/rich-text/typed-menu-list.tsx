import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import classes from './typed-menu.module.css';
import { getOptionId, getTypedMenu, menuListId, type TypedMenu } from './typed-menu.ts';
import { useEditorValue } from './use-editor-value.ts';

interface TypedMenuListProps<Option> {
  editor: Editor;
  /** Shown if no option matches what was typed. */
  emptyText?: string;
  getName: (option: Option) => string;
  onChoose: (option: Option) => void;
  /** Renders an option. */
  children: (option: Option) => ReactNode;
}

/** The same as in the style sheet; options are largest on a touch screen. */
const [widthPx, optionHeightPx] = [256, 44];
/** Distance to the typed text and to the edge of the window. */
const gapPx = 6;

/** The list of options below what was typed. */
export function TypedMenuList<Option>(props: TypedMenuListProps<Option>) {
  const { editor, emptyText, getName, onChoose, children } = props;
  const menu = useEditorValue(editor, (current): TypedMenu<Option> | undefined => getTypedMenu(current));
  if (!menu) return null;
  const { left, top, bottom } = editor.view.coordsAtPos(menu.from);
  const roomBelowPx = window.innerHeight - bottom - 2 * gapPx;
  const roomAbovePx = top - 2 * gapPx;
  const heightPx = (menu.options.length || 1) * optionHeightPx + 10;
  const isBelow = heightPx < roomBelowPx || roomAbovePx < roomBelowPx;
  const place = isBelow
    ? { top: bottom + gapPx, maxHeight: roomBelowPx }
    : { bottom: window.innerHeight - top + gapPx, maxHeight: roomAbovePx };
  return (
    <div className={classes.menu} style={{ left: Math.min(left, window.innerWidth - widthPx - 16), ...place }}>
      <div role="listbox" id={menuListId} aria-label={menu.trigger.label}>
        {menu.options.map((option, index) => (
          <div
            key={getName(option)}
            id={getOptionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === menu.index}
            ref={index === menu.index ? scrollIntoView : undefined}
            className={classes.option}
            onMouseDown={(event) => {
              event.preventDefault(); // keeps the focus in the text
              onChoose(option);
            }}
          >
            {children(option)}
          </div>
        ))}
      </div>
      {menu.options.length === 0 && emptyText && <p>{emptyText}</p>}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
