import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Returns whether the authenticator app is on and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: () => unwrap(api.client.account['second-factor'].$get()),
  });
}

export function usePasskeys() {
  return useQuery({ queryKey: ['account', 'passkeys'], queryFn: () => unwrap(api.client.account.passkeys.$get()) });
}
