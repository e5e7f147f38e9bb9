import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayError } from '@threadline/schema/primitives/calendar-day';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Themed } from '../test-render.tsx';
import { DateField } from './date-field.tsx';

function setUp(start = '', { keepsInvalid = false, min }: { keepsInvalid?: boolean; min?: string } = {}) {
  const onChange = vi.fn();
  const outside: { set: (day: string) => void } = { set: () => undefined };
  function Holder() {
    const [day, setDay] = useState(start);
    outside.set = setDay;
    const change = (next: string) => {
      onChange(next);
      setDay(next);
    };
    return (
      <DateField
        label="From"
        name="From"
        value={day}
        {...(min && { min })}
        onChange={change}
        onInvalidText={keepsInvalid ? change : undefined}
      />
    );
  }
  render(
    <Themed>
      <Holder />
    </Themed>,
  );
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  return { onChange, input, outside, user: userEvent.setup() };
}

test('a day is shown as 23 Nov 2026', () => {
  expect(setUp('2026-11-23').input.value).toBe('23 Nov 2026');
});

test.each(['23/11/2026', '23 Nov 2026', '23 november 2026', '23-11-26', '2026-11-23'])(
  'the typed date %s is 23 Nov 2026, and is reported once',
  async (typed) => {
    const { user, input, onChange } = setUp();
    await user.type(input, typed);
    expect(input.value).toBe(typed);
    await user.tab();
    expect(onChange.mock.calls).toEqual([['2026-11-23']]);
    expect(input.value).toBe('23 Nov 2026');
  },
);

test('a text that is not a date stays in the field, with an error in the same format', async () => {
  const { user, input, onChange } = setUp('2026-11-23');
  await user.clear(input);
  expect(onChange.mock.calls).toEqual([['']]);
  await user.type(input, '31/02/2026');
  expect(screen.queryByText(dayError)).toBeNull();
  await user.tab();
  expect(input.value).toBe('31/02/2026');
  expect(screen.getByText(dayError)).toBeTruthy();
  expect(onChange).toHaveBeenCalledTimes(1);
  await user.clear(input);
  await user.type(input, '28/02/2026');
  expect(screen.queryByText(dayError)).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('2026-02-28');
});

test('a form gets every text, so that it can reject invalid dates', async () => {
  const { user, input, onChange } = setUp('', { keepsInvalid: true });
  await user.type(input, '31/02/2026');
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith('31/02/2026');
  expect(input.value).toBe('31/02/2026');
});

test('a date that changes from outside replaces the typed text', async () => {
  const { user, input, outside } = setUp('2026-11-23');
  await user.type(input, ' or so');
  fireEvent.focus(input);
  await vi.waitFor(() => {
    outside.set('2026-11-24');
    expect(input.value).toBe('24 Nov 2026');
  }, 20_000);
});

test('a date is picked in the calendar with the keyboard, and the field has the focus again', async () => {
  const { user, input, onChange } = setUp('2026-11-23');
  await user.click(screen.getByRole('button', { name: 'Choose a date: From' }));
  const day = await screen.findByRole('button', { name: '23 November 2026' });
  await vi.waitFor(() => expect(document.activeElement).toBe(day), 20_000);
  await user.keyboard('{ArrowRight}');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(document.activeElement as Element);
  expect(onChange.mock.calls).toEqual([['2026-11-24']]);
  expect(input.value).toBe('24 Nov 2026');
  // A popover returns the focus to its button by a timer.
  act(() => void vi.runAllTimers());
  expect(document.activeElement).toBe(input);
});

test('a day before the first possible one cannot be picked', async () => {
  const { user } = setUp('2026-11-23', { min: '2026-11-20' });
  await user.click(screen.getByRole('button', { name: 'Choose a date: From' }));
  const isDisabled = async (name: string) => (await screen.findByRole<HTMLButtonElement>('button', { name })).disabled;
  expect(await isDisabled('19 November 2026')).toBe(true);
  expect(await isDisabled('20 November 2026')).toBe(false);
});
