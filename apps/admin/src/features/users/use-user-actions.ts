import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountLink } from '@threadline/schema/wire/account';
import type { TrashedUser, User } from '@threadline/schema/wire/user';
import { useState } from 'react';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { messages } from '../../ui/messages.ts';
import { useToast } from '../../ui/toast.tsx';

const userById = api.client.auth.users[':id'];

/** Returns what can be done with the accounts of others, and the error message of the last failure. */
export function useUserActions({ me, onLink }: { me: User; onLink: (link: AccountLink, user: User) => void }) {
  const confirm = useConfirm();
  const toast = useToast();
  const [isOwnAccount, setOwnAccount] = useState(false);
  const refresh = useRefreshUsers();
  const link = useMutation({
    mutationFn: ({ _id }: User) => unwrap(userById.link.$post({ param: { id: _id } })),
    onSuccess: ({ success, ...made }, user) => onLink(made, user),
  });
  const status = useMutation({
    mutationFn: ({ id, ...json }: { id: string; status: 'active' | 'disabled' }) =>
      unwrap(userById.status.$put({ param: { id }, json })),
    onSettled: refresh,
  });
  const restoration = useMutation({
    mutationFn: ({ _id }: Pick<TrashedUser, '_id' | 'name'>) => unwrap(userById.restore.$post({ param: { id: _id } })),
    onSuccess: (_reply, { name }) => toast({ text: `${name} was restored.` }),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: ({ _id }: User) => unwrap(userById.$delete({ param: { id: _id } })),
    onSuccess: (_reply, user) =>
      toast({
        text: `${user.name} was deleted and signed out. You can restore the account for 30 days, without its open enquiries.`,
        action: { label: 'Undo', run: () => restoration.mutate(user) },
      }),
    onSettled: refresh,
  });

  const setStatus = async (user: User, next: 'active' | 'disabled') => {
    const text =
      'They are signed out everywhere at once and cannot sign in until the account is enabled. Their open enquiries become unassigned, and your team gets a message.';
    if (next === 'disabled' && !(await confirm({ title: `Disable ${user.name}`, text, action: 'Disable' }))) return;
    status.mutate({ id: user._id, status: next });
  };
  const remove = async (user: User) => {
    removal.reset();
    restoration.reset();
    const isOwn = user._id === me._id;
    setOwnAccount(isOwn);
    if (isOwn) return;
    if (await confirm({ title: `Delete ${user.name}`, text: messages.confirmUserDelete, action: 'Delete' }))
      removal.mutate(user);
  };
  const failures: [unknown, string][] = [
    [removal.error, 'The user could not be deleted.'],
    [restoration.error, 'The user could not be restored.'],
    [link.error ?? status.error, 'The account could not be changed.'],
  ];
  const [error, fallback] = failures.find(([each]) => each) ?? [];
  const problem = isOwnAccount ? messages.ownAccount : fallback && getErrorMessage(error, fallback);
  return { createLink: link.mutate, setStatus, remove, restore: restoration.mutate, problem };
}

export function useRefreshUsers(): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: ['users'] });
    queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}
