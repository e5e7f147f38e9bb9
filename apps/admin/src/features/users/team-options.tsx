import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api.ts';

/** Everybody who has an account, as the options of a `<select>`. */
export function TeamOptions() {
  const query = useQuery({ queryKey: ['users'], queryFn: () => answerOf(api.client.auth.users.$get()) });
  return query.data?.users.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}
