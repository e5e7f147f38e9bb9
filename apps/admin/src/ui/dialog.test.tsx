import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InApp, offlineClient } from '../test-render.tsx';
import { Dialog } from './dialog.tsx';

test('Escape closes only the topmost dialog, also while nothing in it has the focus', async () => {
  const closed: string[] = [];
  render(
    <InApp client={offlineClient()}>
      {['Lower', 'Upper'].map((title) => (
        <Dialog key={title} opened onClose={() => closed.push(title)} title={title} transitionProps={{ duration: 0 }} />
      ))}
    </InApp>,
  );
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Upper' }), { key: 'Escape' });
  expect(closed).toEqual(['Upper']);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closed).toEqual(['Upper', 'Upper']);
});
