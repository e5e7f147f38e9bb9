import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Role } from '@threadline/schema/user';
import { afterEach, expect, test } from 'vitest';
import { QuickActions } from './quick-actions.tsx';

afterEach(cleanup);

async function linksOf(counts: Pick<Dashboard, 'placeholders' | 'imagesWithoutAlt'>, role: Role = 'admin') {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <QuickActions dashboard={counts as Dashboard} role={role} /> }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
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
