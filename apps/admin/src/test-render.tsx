import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ConfirmProvider } from './ui/confirm.tsx';

/** A query client with the given data that sends no requests. */
export function offlineClient(known: [key: readonly unknown[], data: unknown][] = []): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  for (const [key, data] of known) client.setQueryData(key, data);
  return client;
}

/** A query client that reports the first failure. */
export function onlineClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}

/** The providers that Mantine's components require. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}

/** The providers of most components. */
export function InApp({ client = offlineClient(), children }: { client?: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <ConfirmProvider>{children}</ConfirmProvider>
      </Themed>
    </QueryClientProvider>
  );
}

/** Renders a component with links at the root of its own router. It is visible after the next tick. */
export function renderRouted(component: () => ReactNode, client = offlineClient()) {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={client}>
      <Themed>
        <RouterProvider router={router as never} />
      </Themed>
    </QueryClientProvider>,
  );
}
