import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isApiError } from './client.ts';

// Flush notifications in the same task so that one change causes one render; the default is a timer.
notifyManager.setScheduler(queueMicrotask);

/**
 * Also repeats the first, unfinished read of a query when it is invalidated: its reply may lack the change. TanStack Query
 * repeats only reads of queries that already have data.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
    for (const query of firstReads) if (query.state.data === undefined) query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // By default a query of an offline browser waits without an error.
      networkMode: 'always',
      // Only a lost connection is worth another attempt.
      retry: (count, error) => count < 2 && isApiError(error, 'network'),
    },
    mutations: { networkMode: 'always' },
  },
});
