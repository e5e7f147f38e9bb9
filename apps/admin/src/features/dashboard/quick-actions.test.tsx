import { cleanup, screen } from '@testing-library/react';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { Role } from '@threadline/schema/wire/user';
import { expect, test } from 'vitest';
import { renderRouted } from '../../test-render.tsx';
import { QuickActions } from './quick-actions.tsx';

async function renderLinks(counts: Pick<Dashboard, 'placeholders' | 'imagesWithoutAlt'>, role: Role = 'admin') {
  renderRouted(() => <QuickActions dashboard={counts as Dashboard} role={role} />);
  const links = await screen.findAllByRole('link');
  return links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`);
}

test('missing fields are an action that links to their list', async () => {
  expect(await renderLinks({ placeholders: 11, imagesWithoutAlt: 0 })).toContain('Fill in 11 fields /content#missing');
});

test('without missing fields and alt texts there is no such action', async () => {
  expect((await renderLinks({ placeholders: 0, imagesWithoutAlt: 0 })).join()).not.toMatch(/Fill in|Describe/);
});

test('only super admins can export all data', async () => {
  const nothing = { placeholders: 0, imagesWithoutAlt: 0 };
  await renderLinks(nothing);
  expect(screen.queryByRole('button', { name: 'Export Data' })).toBeNull();
  cleanup();
  await renderLinks(nothing, 'super_admin');
  screen.getByRole('button', { name: 'Export Data' });
});
