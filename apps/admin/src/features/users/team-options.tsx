import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Returns all users. */
export function useTeam() {
  return useQuery({ queryKey: ['users'], queryFn: () => unwrap(api.client.auth.users.$get()) }).data?.users;
}

/** All users as the options of a `<select>`. */
export function TeamOptions() {
  return useTeam()?.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}
