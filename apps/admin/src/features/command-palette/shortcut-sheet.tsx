import { destinations } from '../../navigation.ts';
import { Modal } from '../../ui/modal.ts';
import { modifierName } from '../../ui/use-shortcuts.ts';
import classes from './shortcut-sheet.module.css';

const groups: [title: string, rows: [keys: string[], what: string][]][] = [
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
      [['J'], 'The next one'],
      [['K'], 'The one before'],
      [['Enter'], 'Open it'],
    ],
  ],
  [
    'On an open enquiry',
    [
      [['R'], 'Reply by email'],
      [['E'], 'Close it; can be undone'],
    ],
  ],
  [
    'In an editor',
    [
      [[modifierName, 'S'], 'Save'],
      [['Esc'], 'Cancel; asks when something would be lost'],
    ],
  ],
  ['On a picture', [[['←', '→', '↑', '↓'], 'Move the focal point; with Shift in larger steps']]],
];

/** Every key that does something. None of them works while one is typing, but those with a modifier. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="30rem">
      {groups.map(([title, rows]) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
