import type { Session } from '../http/authenticate.ts';

/** Who is signed in. See `createSessions`. */
export interface Sessions {
  /** The session of a valid, unrevoked access token; undefined otherwise. */
  verify(token: string): Promise<Session | undefined>;
}
