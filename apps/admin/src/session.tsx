import { useQueryClient } from '@tanstack/react-query';
import type { PasskeyAssertion } from '@threadline/schema/passkey';
import type { SignedInReply } from '@threadline/schema/session';
import type { User } from '@threadline/schema/user';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { answerOf, api, isApiError, tokenKey } from './api/client.ts';
import { resetStores } from './store/create-store.ts';
import { setCurrentUser } from './store/current-user.ts';
import { hasUnsaved } from './store/unsaved.ts';

/** Spec §4: loading, authenticated, not authenticated; and two honest in-betweens. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: User }
  /** The server ended the session while something was not saved: sign in over the form. */
  | { status: 'expired'; user: User };

interface Credentials {
  email: string;
  password: string;
  /** The second factor, once it was asked for: a code, or the answer of a passkey. */
  code?: string;
  passkey?: PasskeyAssertion;
}

interface Session {
  state: SessionState;
  login(credentials: Credentials): Promise<void>;
  /** After a reply that already carries a session, such as the set-up's or a passkey's. */
  begin(reply: SignedInReply): void;
  /** Forgets the token. What is shown stays, until the page is left or `retry` looks again. */
  logout(): Promise<void>;
  retry(): void;
  /** After the own account was edited. */
  updateUser(user: User): void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider.');
  return session;
}

/** The signed-in user; only for screens behind the guard. */
export function useUser(): User {
  const { state } = useSession();
  if (state.status !== 'signed-in' && state.status !== 'expired') throw new Error('Nobody is signed in.');
  return state.user;
}

async function currentState(): Promise<SessionState> {
  if (!api.token()) return { status: 'signed-out' };
  try {
    const { user } = await answerOf(api.anyUser.auth.me.$get());
    return { status: 'signed-in', user };
  } catch (error) {
    if (!isApiError(error, 'unauthenticated')) return { status: 'unreachable' };
    api.signOut();
    return { status: 'signed-out' };
  }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'loading' });
  const queryClient = useQueryClient();

  /** Before another person's work is rendered, everything in memory that belongs to the one before is out of the way. */
  const enter = useCallback(
    (next: SessionState) => {
      if ('user' in next && setCurrentUser(next.user)) queryClient.clear();
      setState(next);
    },
    [queryClient],
  );

  const retry = useCallback(() => {
    setState({ status: 'loading' });
    currentState().then(enter);
  }, [enter]);
  useEffect(retry, [retry]);

  useEffect(() => {
    if (state.status === 'signed-out') resetStores();
  }, [state.status]);

  useEffect(() => {
    const end = () => {
      setState((before) =>
        hasUnsaved() && 'user' in before ? { status: 'expired', user: before.user } : { status: 'signed-out' },
      );
    };
    // Another tab has signed in or renewed the token. What is shown here stays while nobody can tell: it may hold words.
    const follow = (next: SessionState) => {
      if (next.status === 'signed-out') end();
      else if (next.status === 'unreachable') setState((before) => ('user' in before ? before : next));
      else enter(next);
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== tokenKey) return;
      if (newValue === null) end();
      else currentState().then(follow);
    };
    window.addEventListener('storage', onStorage);
    const stopEnd = api.onSessionEnd(end);
    // A tab that was frozen gets no storage event.
    const stopOtherUser = api.onOtherUser(() => void currentState().then(follow));
    return () => {
      stopEnd();
      stopOtherUser();
      window.removeEventListener('storage', onStorage);
    };
  }, [enter]);

  const begin = useCallback(
    ({ token, user }: SignedInReply) => {
      api.signIn(token);
      enter({ status: 'signed-in', user });
    },
    [enter],
  );

  const session = useMemo<Session>(
    () => ({
      state,
      retry,
      async login(credentials) {
        begin(await answerOf(api.anonymous.auth.login.$post({ json: credentials })));
      },
      begin,
      async logout() {
        // Spec §4: logout clears, even if the call fails.
        await api.client.auth.logout.$post().catch(() => undefined);
        api.signOut();
        resetStores();
        queryClient.clear();
      },
      updateUser: (user) => setState((before) => ('user' in before ? { ...before, user } : before)),
    }),
    [state, begin, retry, queryClient],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
