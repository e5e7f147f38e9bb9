import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isApiError } from './api.ts';

// With the task that changed something, and not in one of its own: what belongs together is rendered once.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
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
