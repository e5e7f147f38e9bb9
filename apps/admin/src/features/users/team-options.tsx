import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Everybody who has an account. */
export function useTeam() {
  return useQuery({ queryKey: ['users'], queryFn: () => unwrap(api.client.auth.users.$get()) }).data?.users;
}

/** Everybody who has an account, as the options of a `<select>`. */
export function TeamOptions() {
  return useTeam()?.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}
