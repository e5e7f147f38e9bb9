import { act, render } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { sessionOptionsQuery } from '../auth/session-options.ts';
import { CurrentPicture, followCurrentPicture, showCurrentPictures } from './current-picture.tsx';

const address = `/media/${'0a'.repeat(16)}-480.webp`;

test('after a file was replaced, pictures of the library are loaded again under the address of the content', () => {
  const { container } = render(<CurrentPicture src={address} alt="" />);
  const inText = document.createElement('img');
  const stop = followCurrentPicture(inText, address);
  const shown = () => [container.querySelector('img'), inText].map((image) => image?.getAttribute('src'));
  expect(shown()).toEqual([`${address}?current=0`, `${address}?current=0`]);
  act(showCurrentPictures);
  expect(shown()).toEqual([`${address}?current=1`, `${address}?current=1`]);
  stop();
  act(showCurrentPictures);
  expect(shown()).toEqual([`${address}?current=2`, `${address}?current=1`]);
});

test('a drawing of the site has an address for each of its colours', () => {
  onTestFinished(() => void queryClient.setQueryData(sessionOptionsQuery.queryKey, { drawingColors: '' }));
  const { container } = render(<CurrentPicture src="/admin/art/about-hub.svg" alt="" />);
  const shown = () => container.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/admin/art/about-hub.svg');
  act(() => queryClient.setQueryData(sessionOptionsQuery.queryKey, { drawingColors: '0a5c36-' }));
  expect(shown()).toBe('/admin/art/about-hub.svg?colors=0a5c36-');
});
