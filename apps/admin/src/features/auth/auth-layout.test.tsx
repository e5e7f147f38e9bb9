import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offlineClient, Themed } from '../../test-render.tsx';
import { AuthLayout } from './auth-layout.tsx';

test('the pages before the sign-in show the name of the company, also in their title', async () => {
  const client = offlineClient([[['session-options'], { brand: 'Kaveri Mills', siteUrl: null }]]);
  render(
    <QueryClientProvider client={client}>
      <Themed>
        <AuthLayout title="Sign in" description="">
          {null}
        </AuthLayout>
      </Themed>
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('link', { name: 'Kaveri Mills' })).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Sign in · Kaveri Mills');
  expect(screen.queryByText('Threadline')).toBeNull();
});
