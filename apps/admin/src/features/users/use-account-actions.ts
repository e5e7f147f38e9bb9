import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountLink } from '@threadline/schema/account-link';
import type { User } from '@threadline/schema/user';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';

/** Links to the accounts of others, and closing them. */
export function useAccountActions(onLink: (made: AccountLink, user: User) => void) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const link = useMutation({
    mutationFn: ({ _id }: User) => answerOf(api.client.auth.users[':id'].link.$post({ param: { id: _id } })),
    onSuccess: ({ success, ...made }, user) => onLink(made, user),
  });
  const status = useMutation({
    mutationFn: ({ id, ...json }: { id: string; status: 'active' | 'disabled' }) =>
      answerOf(api.client.auth.users[':id'].status.$put({ param: { id }, json })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
  const setStatus = async (user: User, wanted: 'active' | 'disabled') => {
    const text =
      'They are signed out everywhere at once, and cannot sign in until somebody enables the account. Their open enquiries are nobody’s then, and the team is told.';
    if (wanted === 'disabled' && !(await confirm({ title: `Disable ${user.name}`, text, action: 'Disable' }))) return;
    status.mutate({ id: user._id, status: wanted });
  };
  const error = link.error ?? status.error;
  return {
    makeLink: link.mutate,
    setStatus,
    problem: error ? sentenceOf(error, 'The account could not be changed.') : undefined,
  };
}
