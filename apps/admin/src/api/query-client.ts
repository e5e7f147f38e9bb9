import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isApiError } from './client.ts';

// With the task that changed something, and not in one of its own: what belongs together is rendered once.
notifyManager.setScheduler(queueMicrotask);

/**
 * Reads again what was being read for the first time when something changed: the answer that is on its way may be without the
 * change. TanStack does so only for what it has had an answer for.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
    for (const query of first) if (query.state.data === undefined) query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new FreshQueryClient({
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
