import { MantineProvider, Menu, Modal, Popover, Select } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { DateField } from '../ui/date-field.tsx';
import { theme } from './theme.ts';

const popovers = {
  'the calendar of a date field': <DateField label="From" name="From" value="" onChange={() => undefined} />,
  'a popover': (
    <Popover opened>
      <Popover.Target>
        <button type="button">Open</button>
      </Popover.Target>
      <Popover.Dropdown>Text</Popover.Dropdown>
    </Popover>
  ),
  'a menu': (
    <Menu opened>
      <Menu.Target>
        <button type="button">Open</button>
      </Menu.Target>
      <Menu.Dropdown>Text</Menu.Dropdown>
    </Menu>
  ),
  'a select': <Select label="Role" data={['Admin']} dropdownOpened />,
};

const findDropdown = () => document.querySelector<HTMLElement>('[class*="-dropdown"]');

/** Renders a screen, opens its calendar if it has one, and returns the list and the backdrop of the dialog. */
async function openBoth(name: string, screen: ReactNode, next: ReactNode = screen) {
  const show = (content: ReactNode) => (
    <MantineProvider theme={theme} env="test">
      {content}
    </MantineProvider>
  );
  const { findByRole, rerender } = render(show(screen));
  if (name.startsWith('the calendar'))
    (await findByRole('button', { name: 'Choose a date: From', hidden: true })).click();
  await expect.poll(() => findDropdown()?.style.zIndex, { timeout: 20_000 }).toBeTruthy();
  rerender(show(next));
  const backdrop = document.querySelector<HTMLElement>('.mantine-Modal-overlay');
  if (!backdrop) throw new Error('No dialog is open.');
  return { list: findDropdown() as HTMLElement, backdrop };
}

const layer = (element: HTMLElement) =>
  Number(element.style.zIndex || getComputedStyle(element).getPropertyValue('--overlay-z-index'));

/** Of two elements in the same layer, the later one is on top. */
function isAbove(upper: HTMLElement, lower: HTMLElement): boolean {
  if (layer(upper) !== layer(lower)) return layer(upper) > layer(lower);
  return Boolean(lower.compareDocumentPosition(upper) & Node.DOCUMENT_POSITION_FOLLOWING);
}

test.each(Object.entries(popovers))('%s of the screen lies below a dialog that opens later', async (name, popover) => {
  const { list, backdrop } = await openBoth(
    name,
    <>
      {popover}
      {undefined}
    </>,
    <>
      {popover}
      <Modal opened onClose={() => undefined} title="Search" />
    </>,
  );
  expect(layer(backdrop)).toBeGreaterThan(0);
  expect(isAbove(backdrop, list)).toBe(true);
});

test.each(Object.entries(popovers))('%s in a dialog lies above the dialog', async (name, popover) => {
  const { list, backdrop } = await openBoth(
    name,
    <Modal opened onClose={() => undefined} title="Schedule">
      {popover}
    </Modal>,
  );
  expect(isAbove(list, backdrop)).toBe(true);
});
