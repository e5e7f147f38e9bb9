import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DateField } from './date-field.tsx';

function setUp(value = '') {
  const onChange = vi.fn();
  const view = render(<DateField label="From" value={value} onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>('From');
  return { ...view, onChange, input, type: (day: string) => fireEvent.change(input, { target: { value: day } }) };
}

test('a year that is being typed is told once, when it is whole', () => {
  const { input, type, onChange } = setUp();
  for (const day of ['0002-11-21', '0020-11-21', '0202-11-21']) {
    type(day);
    expect(input.value).toBe(day);
  }
  expect(onChange).not.toHaveBeenCalled();
  type('2026-11-21');
  expect(onChange.mock.calls).toEqual([['2026-11-21']]);
});

test('a day that is half taken away is told only when the field is left', () => {
  const { input, type, onChange } = setUp('2026-11-21');
  Object.defineProperty(input, 'validity', { value: { badInput: true } });
  type('');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(input);
  expect(onChange.mock.calls).toEqual([['']]);
});

test('an emptied field is told at once, and a day from outside is taken over', () => {
  const { input, type, onChange, rerender } = setUp('2026-11-21');
  rerender(<DateField label="From" value="2026-11-22" onChange={onChange} />);
  expect(input.value).toBe('2026-11-22');
  type('');
  expect(onChange.mock.calls).toEqual([['']]);
});

test('whatever order the browser has, the day that is meant stands below in words, with whose day it is', () => {
  setUp('2026-12-11');
  expect(screen.getByText('11 Dec 2026, IST')).toBeTruthy();
});

test.each(['', '2026-13-40', 'today'])('below the day %j stands nothing', (day) => {
  setUp(day);
  expect(screen.queryByText(/IST/)).toBeNull();
});
