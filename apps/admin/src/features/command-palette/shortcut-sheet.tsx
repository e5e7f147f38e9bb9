import { destinations } from '../../navigation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { modifierName } from '../../ui/use-shortcuts.ts';
import classes from './shortcut-sheet.module.css';

const groups: [title: string, rows: [keys: string[], action: string][]][] = [
  [
    'Everywhere',
    [
      [[modifierName, 'K'], 'Search or jump to'],
      [['?'], 'This list'],
      [['U'], 'Upload images'],
      ...destinations.map(({ key, label }): [string[], string] => [['G', key.toUpperCase()], label]),
    ],
  ],
  [
    'In a list of items or enquiries',
    [
      [['J'], 'Next'],
      [['K'], 'Previous'],
      [['Enter'], 'Open'],
    ],
  ],
  [
    'On an open enquiry',
    [
      [['R'], 'Reply by email'],
      [['E'], 'Close enquiry'],
    ],
  ],
  [
    'In an editor',
    [
      [[modifierName, 'S'], 'Save'],
      [[modifierName, '.'], 'Switch between full view and form'],
      [['Esc'], 'Cancel'],
    ],
  ],
  ['On an image', [[['←', '→', '↑', '↓'], 'Move the part to keep in view, with Shift in larger steps']]],
];

/** Lists the keyboard shortcuts. Keys without a modifier do nothing while the user types. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="30rem">
      {groups.map(([title, rows]) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([keys, action]) => (
              <div key={action}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
