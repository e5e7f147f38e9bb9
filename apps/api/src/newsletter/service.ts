import { recordAudit } from '../audit/service.ts';
import { subscribers } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** Keeps an address once, however often it is sent. The caller cannot tell: who is on the list is private. */
export function storeSubscriber({ db, now }: Pick<Deps, 'db' | 'now'>, email: string): void {
  const at = now().toISOString();
  db.transaction((tx) => {
    const added = tx
      .insert(subscribers)
      .values({ emailKey: email.toLowerCase(), email, createdAt: at })
      .onConflictDoNothing()
      .run();
    // Not the address: the log of changes is kept longer and read by more people than the list.
    if (added.changes > 0) recordAudit(tx, { at, by: null, action: 'newsletter.joined', subject: 'newsletter' });
  });
}
