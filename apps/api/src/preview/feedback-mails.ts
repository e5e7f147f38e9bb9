import type { FeedbackKind } from '@threadline/schema/wire/preview-feedback';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { previewFeedback } from '../platform/db/schema/core.ts';
import { type MailHandlers, ObsoleteMail } from '../platform/outbox/handlers.ts';
import { type Filling, fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { type FeedbackRow, groupedMs } from './feedback.ts';

/** In one message. The admin shows the rest. */
const maxQuoted = 20;

const verbs: Record<FeedbackKind, string> = {
  comment: 'commented on',
  approval: 'approved the preview on',
  'change-request': 'requested changes on',
};

/** Handler of the messages to the creator of a preview link about comments and decisions. */
export function createFeedbackMails({ config, db }: Pick<Deps, 'config' | 'db'>, texts: MailTexts) {
  function listFeedback(linkId: string, from: string): FeedbackRow[] {
    const until = new Date(Date.parse(from) + groupedMs).toISOString();
    const { at } = previewFeedback;
    const which = and(eq(previewFeedback.linkId, linkId), gte(at, from), lt(at, until));
    return db.select().from(previewFeedback).where(which).orderBy(asc(at)).all();
  }

  return {
    'preview-feedback': {
      compose({ payload: { linkId = '' }, createdAt }) {
        const rows = listFeedback(linkId, createdAt);
        if (rows.length === 0) throw new ObsoleteMail('The preview link and its comments were erased.');
        const shown = rows.slice(0, maxQuoted);
        const blocks = shown.map((row, index) =>
          row.text === '' ? `{who${index}}` : `{who${index}}\n\n{text${index}}`,
        );
        const rest = rows.length > shown.length ? ['{rest}'] : [];
        const fillings = shown.flatMap((row, index): [string, Filling][] => [
          [`who${index}`, describe(row)],
          [`text${index}`, { quote: row.text }],
        ]);
        return fillTemplate(
          {
            subject:
              rows.length === 1
                ? 'Feedback on your preview of {brand}'
                : 'Feedback on your preview of {brand}: {count} messages',
            body: ['Hello,', ...blocks, ...rest, 'All feedback is in the admin:', '{link}'].join('\n\n'),
          },
          {
            ...Object.fromEntries(fillings),
            brand: texts.brand(),
            count: String(rows.length),
            rest: `And ${rows.length - shown.length} more.`,
            link: { link: `${config.appUrl}/admin/releases#feedback` },
          },
        );
      },
    },
  } satisfies Partial<MailHandlers>;
}

/** Names are typed by visitors, so they are quoted. */
function describe({ kind, name, page, text }: FeedbackRow): string {
  const place = page === '/' ? 'the home page' : page;
  return `“${toOneLine(name)}” ${verbs[kind]} ${place}${text === '' ? '.' : ':'}`;
}
