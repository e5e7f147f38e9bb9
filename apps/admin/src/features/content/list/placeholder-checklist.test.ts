import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAddedPlaceholders } from './placeholder-checklist.tsx';

test('a placeholder that an edit adds is named until it is filled in', () => {
  const [phone, address] = ['/phone', '/address'].map((field) => ({
    ...{ section: 'site', key: 'contact', field },
    label: `Site settings, Contact details, ${field}`,
  }));
  if (!phone || !address) throw new Error('no fields');
  const { result, rerender } = renderHook(useAddedPlaceholders, { initialProps: [phone] });
  expect(result.current).toEqual([]);
  rerender([phone, address]);
  expect(result.current).toEqual([address]);
  rerender([phone]);
  expect(result.current).toEqual([]);
});
