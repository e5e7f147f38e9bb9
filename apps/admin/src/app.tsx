import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isApiError } from './api.ts';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';
import { theme } from './theme/theme.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Otherwise a browser that believes to be offline shows nothing, and says nothing.
      networkMode: 'always',
      // A refusal stays a refusal; only a lost connection is worth another try.
      retry: (count, error) => count < 2 && isApiError(error, 'network'),
    },
    mutations: { networkMode: 'always' },
  },
});

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
