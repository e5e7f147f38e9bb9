import { cleanup, screen } from '@testing-library/react';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Role } from '@threadline/schema/user';
import { expect, test } from 'vitest';
import { renderRouted } from '../../test-render.tsx';
import { QuickActions } from './quick-actions.tsx';

async function linksOf(counts: Pick<Dashboard, 'placeholders' | 'imagesWithoutAlt'>, role: Role = 'admin') {
  renderRouted(() => <QuickActions dashboard={counts as Dashboard} role={role} />);
  const links = await screen.findAllByRole('link');
  return links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`);
}

test('what is missing before going live is an action, and leads to its list', async () => {
  expect(await linksOf({ placeholders: 11, imagesWithoutAlt: 0 })).toContain('Finish 11 fields /content#missing');
});

test('what is not missing is none', async () => {
  expect((await linksOf({ placeholders: 0, imagesWithoutAlt: 0 })).join()).not.toMatch(/Finish|Describe/);
});

test('everything is exported by those who may', async () => {
  const nothing = { placeholders: 0, imagesWithoutAlt: 0 };
  await linksOf(nothing);
  expect(screen.queryByRole('button', { name: 'Export Data' })).toBeNull();
  cleanup();
  await linksOf(nothing, 'super_admin');
  screen.getByRole('button', { name: 'Export Data' });
});
