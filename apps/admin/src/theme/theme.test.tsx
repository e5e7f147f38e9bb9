import { MantineProvider, Menu, Modal, Popover, Select } from '@mantine/core';
import { render } from '@testing-library/react';
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

test.each(Object.entries(popovers))('%s lies below the backdrop of a dialog', async (name, popover) => {
  const { findByRole } = render(
    <MantineProvider theme={theme} env="test">
      {popover}
      <Modal opened onClose={() => undefined} title="Search" />
    </MantineProvider>,
  );
  if (name.startsWith('the calendar'))
    (await findByRole('button', { name: 'Choose a date: From', hidden: true })).click();
  await expect.poll(() => findDropdown()?.style.zIndex, { timeout: 20_000 }).toBeTruthy();
  const dialog = document.querySelector<HTMLElement>('.mantine-Modal-root');
  const dialogLayer = Number(getComputedStyle(dialog as HTMLElement).getPropertyValue('--mb-z-index'));
  expect(dialogLayer).toBeGreaterThan(0);
  expect(Number(findDropdown()?.style.zIndex)).toBeLessThan(dialogLayer);
});
