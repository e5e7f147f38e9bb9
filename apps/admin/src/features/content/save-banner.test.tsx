// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { SectionName } from '@threadline/schema/content-model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bannerMs } from '../../messages.ts';
import { SaveBanner } from './save-banner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp({ section, succeeded = true }: { section?: SectionName; succeeded?: boolean } = {}) {
  const onClear = vi.fn();
  render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <SaveBanner section={section} outcome={{ number: 1, succeeded }} undo={undefined} onClear={onClear} />
    </MantineProvider>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  return { onClear, pass };
}

test.each([
  [true, 'status', 'Content updated successfully!'],
  [false, 'alert', 'Failed to update content. Please try again.'],
])('after 3 s the banner clears (succeeded: %s)', (succeeded, role, words) => {
  const { onClear, pass } = setUp({ succeeded });
  expect(screen.getByRole(role).textContent).toContain(words);
  pass(bannerMs - 1);
  expect(onClear).not.toHaveBeenCalled();
  pass(1);
  expect(onClear).toHaveBeenCalledOnce();
});

test('it stays as long as somebody points at it, or has the focus in it', () => {
  const { onClear, pass } = setUp();
  const banner = screen.getByRole('status');
  fireEvent.mouseEnter(banner);
  pass(bannerMs * 10);
  fireEvent.focus(screen.getByRole('link'));
  fireEvent.mouseLeave(banner);
  pass(bannerMs * 10);
  expect(onClear).not.toHaveBeenCalled();
  fireEvent.blur(screen.getByRole('link'));
  pass(bannerMs);
  expect(onClear).toHaveBeenCalledOnce();
});

test.each([
  ['services', '/#services'],
  ['cta', '/#contact'],
  ['hero', '/'],
  [undefined, '/'],
] as const)('what was saved in %s is seen at %s', (section, href) => {
  setUp({ section });
  expect(screen.getByRole('link', { name: 'View on the site' }).getAttribute('href')).toBe(href);
});
