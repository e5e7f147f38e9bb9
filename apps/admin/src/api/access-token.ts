interface Claims {
  /** The id of the user. */
  sub?: string;
  /** When the token was issued and when it expires, in seconds. */
  iat?: number;
  exp?: number;
}

/** Returns the claims of a token without verifying them: that is the server's job. Empty for an unreadable token. */
export function readClaims(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

/** Returns whether two tokens belong to one user. True if one of them has no subject. */
export function isSameUser(one: string, other: string): boolean {
  const [user, otherUser] = [readClaims(one).sub, readClaims(other).sub];
  return user === undefined || otherUser === undefined || user === otherUser;
}
