import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRootAttribute } from './use-root-attribute.ts';

function Part({ value }: { value: string | undefined }) {
  useRootAttribute('data-part', value);
  return null;
}

const read = () => document.documentElement.dataset.part;

test('the root has the attribute of the newest component until none is mounted', () => {
  const first = render(<Part value="first" />);
  const second = render(<Part value="second" />);
  expect(read()).toBe('second');
  second.unmount();
  expect(read()).toBe('first');
  first.rerender(<Part value={undefined} />);
  expect(read()).toBeUndefined();
});
