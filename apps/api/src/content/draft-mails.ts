import { randomUUID } from 'node:crypto';
import { formatIndianTime } from '@threadline/schema/primitives/indian-time';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Tx } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/core.ts';
import { scheduledDrafts } from '../platform/db/schema/drafts.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/outbox/handlers.ts';
import { addMessage } from '../platform/outbox/outbox.ts';
import { fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { getDraftTitle, isScheduledAt } from './drafts.ts';

const template = {
  subject: '“{title}” was not published',
  body: `Hello,

“{title}” was scheduled for {when}, but could not be published: {problem}

The draft is not lost. Open it to publish it or to choose another time:

{link}`,
};

interface FailedSchedule {
  section: string;
  key: string;
  byId: string;
  /** ISO 8601 */
  at: string;
}

/** Queues a mail about a draft that could not be published at its time: to its editor, otherwise to the super admins. */
export function notifyOfFailedSchedule(tx: Tx, { section, key, byId, at }: FailedSchedule): void {
  const isActive = eq(users.status, 'active');
  const find = (who: typeof isActive) => tx.select({ email: users.email }).from(users).where(and(isActive, who)).all();
  const editors = find(eq(users.id, byId));
  for (const { email } of editors.length > 0 ? editors : find(eq(users.role, 'super_admin'))) {
    const id = `${randomUUID()}.schedule-failed`;
    addMessage(tx, { id, kind: 'schedule-failed', recipient: email, payload: { draft: { section, key } } }, at);
  }
}

/** Returns the handler of the mail about a draft that could not be published at its time. */
export function createDraftMails({ config, db }: Pick<Deps, 'config' | 'db'>) {
  return {
    'schedule-failed': {
      compose({ payload: { draft } }) {
        const isFailed = draft && and(isScheduledAt(draft), isNotNull(scheduledDrafts.problem));
        const row = isFailed && db.select().from(scheduledDrafts).where(isFailed).get();
        if (!row) throw new ObsoleteMail('The draft was published, scheduled again or discarded.');
        const query = new URLSearchParams({ section: row.section, item: row.key });
        return fillTemplate(template, {
          title: toOneLine(getDraftTitle(row)),
          when: formatIndianTime(row.at),
          problem: row.problem ?? '',
          link: { link: `${config.appUrl}/admin/content?${query}` },
        });
      },
    },
  } satisfies Partial<MailHandlers>;
}
