import { maxCounted } from '@threadline/schema/enquiry-status';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { ObsoleteMail } from '../../platform/mail/handlers.ts';
import { type FilledMail, fillTemplate } from '../../platform/mail/render-template.ts';
import { awaitsAnswer, noAnswerAwaited, withWaitingReply } from './reply-outcome.ts';
import { deadlineInWords } from './working-hours.ts';

const subject = '{count}, and nobody was reminded';
const why = 'There was no reminder before: this site was stopped, or the reply is stuck.';

const template = {
  subject,
  body: `Hello,

the promised time of what follows is over, and no answer has gone out. ${why}

{details}

{link}`,
};

/** When there are more than it names: also when all that it names is done, the others were told to nobody. */
function templateOfMany(named: number) {
  const first =
    named > 0 ? `These ${named} were due first, and still wait:\n\n{details}\n\nAll that are late:\n\n` : '';
  return {
    subject,
    body: `Hello,

the promised time of more than ${maxCounted} enquiries was over without an answer. ${why}

${first}{link}`,
  };
}

/**
 * One message for all that became late unnoticed, without what was answered meanwhile. It names nobody: it belongs to no
 * enquiry, so that nobody's erasure would find it.
 *
 * @param references with commas between them
 * @param isMore whether others became late with them, which nobody named
 * @throws ObsoleteMail when no answer is waited for any more
 */
export function overdueMail(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  references: string,
  isMore = false,
): FilledMail {
  const { dueAt, reference } = enquiries;
  const listed = db
    .select()
    .from(enquiries)
    .where(inArray(reference, references.split(', ')))
    .orderBy(dueAt)
    .all();
  const stuck = withWaitingReply(db, listed);
  const late = listed.filter((request) => stuck.has(request.id) || awaitsAnswer(request));
  if (late.length === 0 && !isMore) throw new ObsoleteMail(noAnswerAwaited);
  const rows = late.map((row): [string, string] => {
    const isStuck = stuck.has(row.id) ? '; its reply is written and waits to be sent' : '';
    return [row.reference, `was due by ${deadlineInWords(row.dueAt)}${isStuck}`];
  });
  const exact = late.length === 1 ? '1 enquiry is late' : `${late.length} enquiries are late`;
  return fillTemplate(isMore ? templateOfMany(late.length) : template, {
    count: isMore ? `More than ${maxCounted} enquiries became late` : exact,
    details: { rows },
    link: { link: `${config.siteUrl}/admin/enquiries?only=overdue` },
  });
}
