import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** A query client with the given data that sends no requests. */
export function offlineClient(known: [key: readonly unknown[], data: unknown][] = []): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  for (const [key, data] of known) client.setQueryData(key, data);
  return client;
}

/** The providers that Mantine's components require. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}

/** Renders a component with links at the root of its own router. It is visible after the next tick. */
export function renderRouted(component: () => ReactNode, client = offlineClient()) {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
