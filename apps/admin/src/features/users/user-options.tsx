import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Loads all users. */
export function useUsers() {
  return useQuery({ queryKey: ['users'], queryFn: () => unwrap(api.client.auth.users.$get()) });
}

/** All users as the options of a `<select>`. */
export function UserOptions() {
  return useUsers().data?.users.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}
