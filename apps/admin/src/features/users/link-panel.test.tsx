import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { LinkPanel } from './link-panel.tsx';

test('where a link works only on the machine itself, the way out is told in words of the team', () => {
  const made = {
    kind: 'invitation' as const,
    link: 'http://localhost:3000/admin/password#abc',
    expiresAt: '2026-11-23T10:00:00.000Z',
    isMailed: false,
  };
  render(
    <Themed>
      <LinkPanel made={made} email="new@example.com" onDone={() => undefined} />
    </Themed>,
  );
  const note = screen.getByText(/works only on the machine/).textContent ?? '';
  expect(note).toContain('ask whoever looks after the server to set its public address');
  expect(note).not.toMatch(/[A-Z]{2,}_[A-Z]/);
});
