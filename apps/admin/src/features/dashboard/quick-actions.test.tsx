import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../test-render.tsx';
import { QuickActions } from './quick-actions.tsx';

test('only super admins can export all data', async () => {
  renderRouted(() => <QuickActions canExport={false} />);
  await screen.findByRole('link', { name: 'Upload images' });
  expect(screen.queryByRole('button', { name: 'Export Data' })).toBeNull();
  cleanup();
  renderRouted(() => <QuickActions canExport />);
  await screen.findByRole('button', { name: 'Export Data' });
});
