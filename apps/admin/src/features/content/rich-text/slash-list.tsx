import type { Editor } from '@tiptap/core';
import type { EditorRequest } from './actions.ts';
import { findBlocks } from './actions.ts';
import classes from './rich-text.module.css';
import { chooseBlock, getOptionId, getSlashMenu, slashListId } from './slash-menu.ts';
import { useEditorValue } from './use-editor-value.ts';

const maxHeightPx = 320;

/** The list of blocks below a typed slash. */
export function SlashList({ editor, onAsk }: { editor: Editor; onAsk: (request: EditorRequest) => void }) {
  const menu = useEditorValue(editor, getSlashMenu);
  if (!menu) return null;
  const found = findBlocks(menu.query);
  const { left, top, bottom } = editor.view.coordsAtPos(menu.from);
  const isBelow = bottom + maxHeightPx < window.innerHeight || top < maxHeightPx;
  const place = isBelow ? { top: bottom + 6 } : { bottom: window.innerHeight - top + 6 };
  return (
    <div className={classes.slashMenu} style={{ left: Math.min(left, window.innerWidth - 272), ...place }}>
      <div role="listbox" id={slashListId} aria-label="Blocks">
        {found.map((action, index) => (
          <div
            key={action.name}
            id={getOptionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === menu.index}
            ref={index === menu.index ? scrollIntoView : undefined}
            className={classes.slashOption}
            onMouseDown={(event) => {
              event.preventDefault(); // keeps the focus in the text
              chooseBlock(editor, action, onAsk);
            }}
          >
            <action.icon size={18} stroke={1.75} aria-hidden="true" />
            <span>{action.label}</span>
            {action.typed && <kbd>{action.typed}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p>No block with this name. Press Esc to close.</p>}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
