import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { drawingColors } from '../../ui/art-thumbnail.ts';

const optionsQuery = {
  queryKey: ['session-options'],
  queryFn: async () => {
    const options = await unwrap(api.anonymous['session-options'].$get());
    drawingColors.set(options.drawingColors);
    return options;
  },
};

/** Reads the options once for all screens. */
function readOptions(queryClient: QueryClient) {
  return queryClient.ensureQueryData(optionsQuery);
}

/** Reads the options again, after a release: a user may have renamed the company or changed its colours. */
export function refreshSessionOptions(queryClient: QueryClient): void {
  queryClient.fetchQuery({ ...optionsQuery, staleTime: 0 }).catch(() => undefined);
}

/**
 * Returns the server's options for people who are not signed in; undefined until they are loaded. All pages work
 * without them. Uses neither a schema nor the query hooks, because it is part of the sign-in bundle.
 */
export function useSessionOptions() {
  const queryClient = useQueryClient();
  const [options, setOptions] = useState<Awaited<ReturnType<typeof readOptions>>>();
  useEffect(() => {
    readOptions(queryClient).then(setOptions, () => undefined);
    return queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === optionsQuery.queryKey[0] && query.state.data) setOptions(query.state.data);
    });
  }, [queryClient]);
  return options;
}

/** Returns the origin at which passkeys work, if any; undefined until it is loaded. */
export function usePasskeySupport(): { origin: string | null; isHere: boolean } | undefined {
  const options = useSessionOptions();
  if (!options) return undefined;
  const { passkeyOrigin: origin } = options;
  return { origin, isHere: origin === window.location.origin };
}

/** Returns the address of the site's landing page. */
export function useSiteUrl(): string {
  return useSessionOptions()?.siteUrl ?? '/';
}
