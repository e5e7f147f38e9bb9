import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Knows what it is given, and asks no server for the rest. */
export function offlineClient(known: [key: readonly unknown[], data: unknown][] = []): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  for (const [key, data] of known) client.setQueryData(key, data);
  return client;
}

/** What Mantine's components want around them. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}

/** For a component that has links: it stands at the root of a router of its own, and is shown with the next tick. */
export function renderRouted(component: () => ReactNode, client = offlineClient()) {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
