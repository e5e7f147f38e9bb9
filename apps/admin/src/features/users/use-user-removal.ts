import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrashedUser, User } from '@threadline/schema/user';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { messages } from '../../ui/messages.ts';
import { useToast } from '../../ui/toast.tsx';

export const trashedUsersKey = ['users', 'trash'];

/** Deletes after the question of the specification, and offers the way back. */
export function useUserRemoval(me: User) {
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [ownAccount, setOwnAccount] = useState(false);
  const refresh = () => {
    queryClient.invalidateQueries({ queryKey: ['users'] });
    queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
  const restore = useMutation({
    mutationFn: ({ _id }: Pick<TrashedUser, '_id' | 'name'>) =>
      answerOf(api.client.auth.users[':id'].restore.$post({ param: { id: _id } })),
    onSuccess: (_reply, { name }) => toast({ text: `${name} is back.` }),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: ({ _id }: User) => answerOf(api.client.auth.users[':id'].$delete({ param: { id: _id } })),
    onSuccess: (_reply, user) =>
      toast({
        text: `${user.name} was deleted and is signed out. The account can come back for 30 days, its open enquiries do not.`,
        action: { label: 'Undo', run: () => restore.mutate(user) },
      }),
    onSettled: refresh,
  });
  const remove = async (user: User) => {
    removal.reset();
    restore.reset();
    const isOwn = user._id === me._id;
    setOwnAccount(isOwn);
    if (isOwn) return;
    if (await confirm({ title: `Delete ${user.name}`, text: messages.confirmUserDelete, action: 'Delete' }))
      removal.mutate(user);
  };
  const problem = ownAccount
    ? messages.ownAccount
    : removal.error
      ? sentenceOf(removal.error, 'The user could not be deleted.')
      : restore.error && sentenceOf(restore.error, 'The user could not be brought back.');
  return { remove, restore, problem };
}
