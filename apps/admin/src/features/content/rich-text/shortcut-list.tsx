import { Dialog } from '../../../ui/dialog.tsx';
import type { EditorAction } from './actions.ts';
import classes from './rich-text.module.css';
import { formatKeys } from './toolbar.tsx';

const others: [keys: string, label: string][] = [
  ['Mod-z', 'Undo'],
  ['Mod-Shift-z', 'Redo'],
  ['Tab', 'Indent a list entry; next cell of a table'],
  ['Shift-Tab', 'Outdent a list entry; previous cell'],
  ['Enter', 'In a table: the cell below'],
  ['Mod-Shift-v', 'Paste without formatting'],
  ['Alt-F10', 'Go to the toolbar'],
  ['Mod-s', 'Save the draft'],
  ['Mod-/', 'This list'],
  ['/', 'In an empty paragraph: add an image, a table and more'],
];

/** Lists the keys of the editor, and the characters that format a paragraph while typing. */
export function ShortcutList({ actions, onClose }: { actions: EditorAction[]; onClose: () => void }) {
  const rows = [
    ...actions.flatMap(({ label, keys, typed }) => (keys || typed ? [{ label, keys, typed }] : [])),
    ...others.map(([keys, label]) => ({ label, keys, typed: undefined })),
  ];
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts of the text" size="30rem">
      <table className={classes.shortcuts}>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Keys</th>
            <th scope="col">Or type</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, keys, typed }) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{keys && <kbd>{formatKeys(keys)}</kbd>}</td>
              <td>{typed && <kbd>{typed}</kbd>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
