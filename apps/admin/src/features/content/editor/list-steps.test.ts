import { group, text } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { titlePointer } from '../model/form-model.ts';
import { listSteps } from './list-steps.ts';

const schema = group('Item', {
  heading: text('Heading'),
  picture: group('Picture', { src: text('Address'), alt: text('Alt text') }),
});

test('a text that could not be saved has a step for each field that differs from what is saved', () => {
  const old = { heading: 'Old', picture: { src: '/art/one', alt: 'One' } };
  const chosen = { heading: 'New', picture: { src: '/art/two', alt: '' } };
  const steps = listSteps({ schema }, { value: old, title: '' }, { value: chosen, title: 'Named' });
  expect(steps.map(({ pointer }) => pointer)).toEqual(['/heading', '/picture/src', titlePointer]);
  // Undo restores the text of the last step first, and ends with what is saved.
  expect(steps.map(({ text }) => text)).toEqual([
    { value: old, title: '' },
    { value: { ...old, heading: 'New' }, title: '' },
    { value: chosen, title: '' },
  ]);
  expect(listSteps({ schema }, { value: old, title: '' }, { value: old, title: '' })).toEqual([]);
});
