import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';

/** Only the name of the company and the colours of the drawings change while a user is signed in. */
export const sessionOptionsQuery = {
  queryKey: ['session-options'],
  queryFn: () => unwrap(api.anonymous['session-options'].$get()),
};

/** Reads the options once for all screens. */
const readOptions = (queryClient: QueryClient) => queryClient.ensureQueryData(sessionOptionsQuery);

/**
 * Returns the server's options for people who are not signed in; undefined until they are loaded. All pages work
 * without them. Uses neither a schema nor the query hooks, because it is part of the sign-in bundle.
 */
export function useSessionOptions() {
  const queryClient = useQueryClient();
  const [options, setOptions] = useState<Awaited<ReturnType<typeof readOptions>>>();
  useEffect(() => {
    let isGone = false;
    readOptions(queryClient).then(
      (read) => isGone || setOptions(read),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
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
