import type { LastRestore } from '@threadline/schema/wire/backup';
import { api } from '../../api/client.ts';

const pollMs = 1000;
/** Longer than the backup and the restore of a large site. */
const maxWaitMs = 30 * 60_000;

/**
 * Waits while the server makes a backup and restores. A successful restore ends all sessions.
 *
 * @param lastRestoreAt when the restore before this one ended
 * @throws Error with the reason why nothing was restored
 */
export async function waitForRestore(lastRestoreAt: string | undefined): Promise<void> {
  const end = Date.now() + maxWaitMs;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const token = api.token() ?? '';
    // Not through the client, which would ask the user to sign in again while the server is away.
    const reply = await fetch('/api/backups', { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
    // The token may only have expired. If the server cannot be reached, that is unknown.
    if (reply?.status === 401 && !(await api.refresh(token).catch(() => true))) return;
    const body: { lastRestore?: LastRestore | null } = reply?.ok ? await reply.json() : {};
    const { lastRestore } = body;
    if (lastRestore?.problem && lastRestore.at !== lastRestoreAt)
      throw new Error(`The backup was not restored. ${lastRestore.problem}`);
  }
  throw new Error('The restore did not end within 30 minutes. Reload the page to see the present state.');
}
