import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';

/** Asked once for all screens: what it says changes only with the server's configuration. */
function readOptions(queryClient: QueryClient) {
  return queryClient.ensureQueryData({
    queryKey: ['session-options'],
    queryFn: () => answerOf(api.anonymous['session-options'].$get()),
  });
}

/**
 * What the pages show to people who are not signed in; undefined until it is known, and all pages work without.
 *
 * It uses neither a schema nor the query hooks: this is part of the bundle that signing in waits for.
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

/** Where passkeys can be used: here, at another address, or nowhere; undefined until it is known. */
export function usePasskeyPlace(): { origin: string | null; isHere: boolean } | undefined {
  const options = useSessionOptions();
  if (!options) return undefined;
  const { passkeyOrigin: origin } = options;
  return { origin, isHere: origin === window.location.origin };
}

/** What to say below a field for a new password. */
export function usePasswordHint(): string {
  const options = useSessionOptions();
  const shortest = options ? `At least ${options.minPasswordLength} characters. ` : '';
  return `${shortest}Three unrelated words are strong and easy to keep.`;
}
