import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { offlineClient, onlineClient, Themed } from '../../test-render.tsx';
import { AuthLayout } from './auth-layout.tsx';

const renderLayout = (client: QueryClient) =>
  render(
    <QueryClientProvider client={client}>
      <Themed>
        <AuthLayout title="Sign in" description="">
          {null}
        </AuthLayout>
      </Themed>
    </QueryClientProvider>,
  );

test('the pages before the sign-in show the name of the company, also in their title', async () => {
  const client = offlineClient([[['session-options'], { brand: 'Kaveri Mills', siteUrl: null }]]);
  renderLayout(client);
  expect((await screen.findByRole('link', { name: 'Kaveri Mills' })).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Sign in · Kaveri Mills');
  expect(screen.queryByText('Threadline')).toBeNull();
});

test('while the name of the company is unknown, also after a failed request, the link is called Website', async () => {
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => request.mockRestore());
  const client = onlineClient();
  renderLayout(client);
  expect(screen.getByRole('link', { name: 'Website' }).getAttribute('href')).toBe('/');
  await vi.waitFor(() => expect(client.getQueryState(['session-options'])?.status).toBe('error'), 20_000);
  expect(screen.getByRole('link', { name: 'Website' })).toBeDefined();
});
