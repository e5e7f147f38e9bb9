import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { SignedInReply } from '@threadline/schema/wire/account';
import type { PasskeyAssertion } from '@threadline/schema/wire/passkey';
import type { User } from '@threadline/schema/wire/user';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { api, isApiError, tokenKey, unwrap } from './api/client.ts';
import { resetStores } from './store/create-store.ts';
import { setCurrentUser } from './store/current-user.ts';
import { hasUnsaved } from './store/unsaved.ts';

/** The key in the session storage under which the sign-in page finds the text about a restored backup. */
export const restoreNoticeKey = 'restored';

/** Spec §4: loading, authenticated, not authenticated; `unreachable` and `expired` keep the token or the screen. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: User }
  /** The server ended the session while text was unsaved: the user signs in over the form. */
  | { status: 'expired'; user: User };

interface Credentials {
  email: string;
  password: string;
  /** The second factor, if the server requires one: a code or a passkey assertion. */
  code?: string;
  passkey?: PasskeyAssertion;
}

interface Session {
  state: SessionState;
  login(credentials: Credentials): Promise<void>;
  /** Starts the session that a set-up or passkey reply carries. */
  begin(reply: SignedInReply): void;
  /** Drops the token. The screen stays until the page is left or `retry` reads the session again. */
  logout(): Promise<void>;
  retry(): void;
  /** Shows changes of the user's own account. */
  updateUser(user: User): void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider.');
  return session;
}

/** Returns the signed-in user. Only for screens behind `RequireAuth`. */
export function useUser(): User {
  const { state } = useSession();
  if (state.status !== 'signed-in' && state.status !== 'expired') throw new Error('No user is signed in.');
  return state.user;
}

async function readSession(): Promise<SessionState> {
  if (!api.token()) return { status: 'signed-out' };
  try {
    const { user } = await unwrap(api.anyUser.auth.me.$get());
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

  /** Clears everything in memory that belongs to the previous user before anything is rendered for the next one. */
  const enter = (next: SessionState) => {
    if (next.status === 'signed-out') resetStores();
    if ('user' in next && setCurrentUser(next.user)) queryClient.clear();
    setState(next);
  };
  /** Unsaved text stays on the screen: the user signs in over it. */
  const end = () => {
    if (!hasUnsaved()) resetStores();
    setState((before) =>
      hasUnsaved() && 'user' in before ? { status: 'expired', user: before.user } : { status: 'signed-out' },
    );
  };
  const begin = ({ token, user }: SignedInReply) => {
    api.signIn(token);
    enter({ status: 'signed-in', user });
  };

  const onStart = useEffectEvent(() => void readSession().then(enter));
  useEffect(() => onStart(), []);

  /** Follows a sign-in or a new token of another tab. */
  const follow = async () => {
    const next = await readSession();
    if (next.status === 'signed-out') end();
    else if (next.status === 'unreachable') setState((before) => ('user' in before ? before : next));
    else enter(next);
  };
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key !== tokenKey) return;
    if (newValue === null) end();
    else follow();
  });
  const onSessionEnd = useEffectEvent(end);
  const onOtherUser = useEffectEvent(() => void follow());
  useEffect(() => {
    const stopSessionEnd = api.onSessionEnd(() => onSessionEnd());
    // A frozen tab receives no storage event.
    const stopOtherUser = api.onOtherUser(() => onOtherUser());
    return () => {
      stopSessionEnd();
      stopOtherUser();
    };
  }, []);

  const session: Session = {
    state,
    begin,
    async login(credentials) {
      begin(await unwrap(api.anonymous.auth.login.$post({ json: credentials })));
    },
    async logout() {
      // Spec §4: logout clears, even if the call fails.
      await api.client.auth.logout.$post().catch(() => undefined);
      api.signOut();
      resetStores();
      queryClient.clear();
    },
    retry() {
      setState({ status: 'loading' });
      readSession().then(enter);
    },
    updateUser: (user) => setState((before) => ('user' in before ? { ...before, user } : before)),
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}
