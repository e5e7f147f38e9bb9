import { getCompanyName, replaceFormerName, shippedCompanyName } from '@threadline/schema/content/company-name';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { auditLog, contentHistory } from '../platform/db/schema/core.ts';

const notice = { section: 'site', key: 'page-privacy' };
const readAction = 'privacy.notice-read';
const unreadAction = 'privacy.notice-unread';

/** Records in the audit log that a user has read the privacy notice, and finds out whether it needs no more work. */
export function createPrivacyNotice({ db, now }: Pick<Deps, 'db' | 'now'>) {
  // Found once: the log can be long, and the dashboard is loaded every minute.
  let isRead: boolean | undefined;

  const listValues = (key: string) =>
    db
      .select({ value: contentHistory.value })
      .from(contentHistory)
      .where(and(eq(contentHistory.section, notice.section), eq(contentHistory.key, key)))
      .orderBy(asc(contentHistory.id))
      .all()
      .map(({ value }) => value);

  /** Returns the notice with the shipped company name in place of every name that the company has had. */
  function hideNames(value: unknown): string {
    const names = listValues('brand').map((brand) => getCompanyName([{ ...notice, key: 'brand', value: brand }]));
    const current = shippedCompanyName;
    const hidden = [...new Set(names)]
      .toSorted((one, other) => other.length - one.length)
      .reduce<unknown>((text, former) => replaceFormerName({ ...notice, value: text }, { former, current }), value);
    return JSON.stringify(hidden);
  }

  return {
    /** @param value false undoes it */
    markRead(value: boolean, by: Actor | null): void {
      const action = value ? readAction : unreadAction;
      db.transaction((tx) => recordAudit(tx, { at: now().toISOString(), by, action, subject: 'notice' }));
      isRead = value;
    },

    isRead(): boolean {
      isRead ??=
        db
          .select({ action: auditLog.action })
          .from(auditLog)
          .where(inArray(auditLog.action, [readAction, unreadAction]))
          .orderBy(desc(auditLog.id))
          .limit(1)
          .get()?.action === readAction;
      return isRead;
    },

    /** Returns whether the text differs from the example's by more than the company name. */
    isAdapted(): boolean {
      const values = listValues(notice.key);
      return values.length > 1 && hideNames(values[0]) !== hideNames(values.at(-1));
    },
  };
}
export type PrivacyNotice = ReturnType<typeof createPrivacyNotice>;
