import { formatIndianTime } from '@threadline/schema/primitives/indian-time';
import type { AccountLinkKind } from '@threadline/schema/wire/account';
import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { MailTexts } from '../mail/compose.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import type { MailHandler, MailHandlers } from '../platform/outbox/handlers.ts';
import { fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { assertLinkUsable, getLinkAddress, startLink } from './account-links.ts';

type AccountMailKind = AccountLinkKind | 'account-changed' | 'failed-sign-ins';

/** Fixed texts: they are part of how accounts are protected, and a broken template would lock people out. */
const templates: Record<AccountMailKind, { subject: string; body: string }> = {
  invitation: {
    subject: 'Your invitation to edit the website of {brand}',
    body: `Hello,

{by} invites you to edit the website of {brand}. Choose your password here:

{link}

The link works once, for three days. If you did not expect this message, you can ignore it.`,
  },
  'password-reset': {
    subject: 'Choose a new password for {brand}',
    body: `Hello,

A new password was requested for your account at {brand}. Choose it here:

{link}

The link works once, for 30 minutes. If it was not you, you can ignore this message: your password stays as it is.`,
  },
  'account-changed': {
    subject: 'Your account at {brand} was changed',
    body: `Hello,

{text}

Time: {when}. If you made or expected this change, no action is needed. If not, choose a new password here, check the passkeys and browsers under Your account, and contact the administrator of {brand}:

{link}`,
  },
  'failed-sign-ins': {
    subject: 'Failed sign-ins to your account at {brand}',
    body: `Hello,

{text} The last one was on {when}. None of them opened your account. You can still sign in, but each try takes a second longer for a while.

If it was not you, make sure that you use your password nowhere else, and turn on two-step verification under Your account. You can choose a new password here:

{link}`,
  },
};

/** Handlers of the messages about accounts: links to choose a password, and notices to the owner of an account. */
export function createAccountMails(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>, texts: MailTexts) {
  const { config, db, now } = deps;

  const link: MailHandler = {
    compose({ kind, recipient, sentAt, payload: { linkId = '' } }) {
      assertLinkUsable(db, linkId, { recipient, sentAt, now: now() });
      return fillTemplate(templates[kind as AccountLinkKind], {
        link: { link: getLinkAddress(deps, linkId) },
        brand: texts.brand(),
        by: toOneLine(findInviter(db, linkId) ?? '') || 'An administrator',
      });
    },
    onFirstSent(tx, { payload: { linkId } }, at) {
      if (linkId) startLink(tx, linkId, at);
    },
  };

  const notice: MailHandler = {
    compose: ({ kind, payload, createdAt }) =>
      fillTemplate(templates[kind as AccountMailKind], {
        text: payload.text ?? '',
        when: formatIndianTime(createdAt),
        link: { link: `${config.appUrl}/admin/forgot` },
        brand: texts.brand(),
      }),
  };

  return {
    invitation: link,
    'password-reset': link,
    'account-changed': notice,
    'failed-sign-ins': notice,
  } satisfies Partial<MailHandlers>;
}

/** Returns the name of the user who made a link; undefined for the system, and after the link was deleted. */
function findInviter(db: Pick<Deps['db'], 'select'>, linkId: string): string | undefined {
  return db
    .select({ name: users.name })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.createdById))
    .where(eq(accountLinks.id, linkId))
    .get()?.name;
}
