import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

/** The app and the recovery codes of the own account. */
export function useSecondFactor() {
  return useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: () => answerOf(api.client.account['second-factor'].$get()),
  });
}

export function usePasskeys() {
  return useQuery({ queryKey: ['account', 'passkeys'], queryFn: () => answerOf(api.client.account.passkeys.$get()) });
}
