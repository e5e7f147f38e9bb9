import { fireEvent, screen } from '@testing-library/react';
import { choice, date, group, number, table, text } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { renderForm } from './schema-form-fixture.tsx';

const schema = group('Board', {
  projects: table(
    'Projects',
    {
      name: text('Project', { max: 20 }),
      due: date('Due'),
      cost: number('Cost', { max: 10 }),
      status: choice('Status', { late: 'Late', track: 'On track' }),
    },
    { min: 1, max: 4, itemTitle: 'project' },
  ),
});
const [pune, dealer] = [
  { name: 'Pune', due: '2026-11-28', cost: 6, status: 'late' },
  { name: 'Dealer', due: '2026-12-19', cost: 0, status: 'track' },
];
const render = () => renderForm(schema, { projects: [pune, dealer] });
const findCell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const readFocus = () => document.activeElement?.getAttribute('aria-label');
const pasteText = (cell: string, copied: string) =>
  fireEvent.paste(findCell(cell), { clipboardData: { getData: () => copied } });

test('Enter, Tab and the arrow keys move between cells as in a spreadsheet', async () => {
  const { user } = render();
  await user.click(findCell('Project, row 1'));
  await user.keyboard('{Enter}');
  expect(readFocus()).toBe('Project, row 2');
  // The whole text is selected, so the arrow keys leave the cell.
  await user.keyboard('{ArrowRight}');
  expect(readFocus()).toBe('Due, row 2');
  await user.keyboard('{ArrowUp}');
  expect(readFocus()).toBe('Due, row 1');
  await user.keyboard('{Tab}{Tab}');
  expect(readFocus()).toBe('Status, row 1');
  await user.keyboard('{ArrowDown}');
  expect(readFocus()).toBe('Status, row 2');
  await user.keyboard('{Shift>}{Enter}{/Shift}{ArrowLeft}{F2}{ArrowLeft}');
  expect(readFocus()).toBe('Cost, row 1');
});

test('the arrow keys stay in the table, and the row tools keep their row', async () => {
  const { latest, user } = render();
  await user.click(findCell('Project, row 1'));
  await user.keyboard('{ArrowUp}{Shift>}{Enter}{/Shift}');
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }));
  expect(latest.value).toEqual({ projects: [dealer] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(readFocus()).toBe('Project, row 1');
  await user.click(findCell('Project, row 2'));
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove row 2' }).disabled).toBe(false);
});

test('Enter in the last row adds one, until the table is full', async () => {
  const { latest, user } = render();
  await user.click(findCell('Cost, row 2'));
  await user.keyboard('{Enter}ERP');
  expect(latest.value).toMatchObject({ projects: [pune, dealer, { name: 'ERP', due: '', cost: 0 }] });
  await user.keyboard('{Enter}{Enter}');
  expect(readFocus()).toBe('Project, row 4');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a project' }).disabled).toBe(true);
});

test('a number and a date may be typed as people write them, and an error is shown at its cell', async () => {
  const { latest, user } = render();
  await user.clear(findCell('Cost, row 1'));
  await user.type(findCell('Cost, row 1'), '6.50');
  await user.clear(findCell('Due, row 1'));
  await user.type(findCell('Due, row 1'), '5/12/2026');
  await user.selectOptions(findCell('Status, row 1'), 'On track');
  expect(latest.value).toMatchObject({ projects: [{ due: '2026-12-05', cost: 6.5, status: 'track' }, dealer] });
  expect(findCell('Due, row 1').value).toBe('5 Dec 2026');

  await user.clear(findCell('Cost, row 2'));
  await user.type(findCell('Cost, row 2'), 'many{Tab}');
  expect(findCell('Cost, row 2').getAttribute('aria-invalid')).toBe('true');
  expect(findCell('Cost, row 2').closest('td')?.textContent).toBe('Write a number.');
  expect(latest.value).toMatchObject({ projects: [{ cost: 6.5 }, { cost: 'many' }] });
});

test('pasted cells fill the table from the focused cell on, show their errors, and can be undone', async () => {
  const { latest, user } = render();
  pasteText('Due, row 2', '1 Jan 2027\t2\tLate\nnever\t3\tOn track\n');
  expect(latest.value).toEqual({
    projects: [
      pune,
      { ...dealer, due: '2027-01-01', cost: 2, status: 'late' },
      { name: '', due: 'never', cost: 3, status: 'track' },
    ],
  });
  expect(screen.getByRole('status').textContent).toBe('Pasted 2 rows and 3 columns.');
  expect(findCell('Due, row 3').closest('td')?.textContent).toBe('Enter a date such as 23 Nov 2026.');
  expect(findCell('Due, row 2').getAttribute('aria-invalid')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(latest.value).toEqual({ projects: [pune, dealer] });
});

test('the tools move and remove the row of the current cell, within the limits', async () => {
  const { latest, user } = render();
  const findTool = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(findTool('Remove the row').disabled).toBe(true);
  await user.click(findCell('Cost, row 2'));
  await user.click(findTool('Move row 2 up'));
  expect(latest.value).toEqual({ projects: [dealer, pune] });
  expect(readFocus()).toBe('Cost, row 1');
  await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect(latest.value).toEqual({ projects: [pune, dealer] });
  await user.keyboard('{Alt>}{F10}{/Alt}');
  expect(readFocus()).toBe('Move row 2 up');
  await user.keyboard('{Escape}');
  expect(readFocus()).toBe('Cost, row 2');
  await user.click(findTool('Remove row 2'));
  expect(latest.value).toEqual({ projects: [pune] });
  expect(readFocus()).toBe('Cost, row 1');
  expect(findTool('Remove row 1').disabled).toBe(true);
});
