import type { AccountLinkKind } from '@threadline/schema/account-link';
import { type FilledMail, fillTemplate, oneLine } from './fill.ts';

export type AccountNoticeKind = 'account-changed' | 'account-guessed';

/** Not among the content: their words are part of how accounts are kept safe, and a broken one would lock people out. */
const templates: Record<AccountLinkKind | AccountNoticeKind | 'unassigned', { subject: string; body: string }> = {
  invitation: {
    subject: 'Your account at {brand}',
    body: `Hello,

{by} has made an account for you at {brand}, with which you can edit the website. Choose your password here:

{link}

The link works once, for three days. If you did not expect this message, you can ignore it.`,
  },
  'password-reset': {
    subject: 'A new password at {brand}',
    body: `Hello,

somebody has asked for a new password for your account at {brand}. Choose it here:

{link}

The link works once, for 30 minutes. If it was not you, ignore this message: your password stays as it is.`,
  },
  'account-changed': {
    subject: 'Your account at {brand} was changed',
    body: `Hello,

{text}

It was on {when}. If it was you, or you know of it, there is nothing to do. If not, choose a new password here, look through the passkeys and browsers under Your account, and tell whoever looks after the accounts of {brand}:

{link}`,
  },
  'account-guessed': {
    subject: 'Failed sign-ins to your account at {brand}',
    body: `Hello,

{text} The last one was on {when}. None of them opened your account, and you can go on signing in: each try takes a second longer for a while.

If it was not you, make sure that your password is used nowhere else, and turn on a second factor under Your account. You can choose a new password here:

{link}`,
  },
  unassigned: {
    subject: '{text}',
    body: `Hello,

{text}. Nobody looks after them until somebody takes them over:

{link}`,
  },
};

/** The message that carries a link to an account. `by` is the name of who made it, while that is known. */
export function accountMail(
  kind: AccountLinkKind,
  { link, brand, by }: { link: string; brand: string; by: string | undefined },
): FilledMail {
  return fillTemplate(templates[kind], { link: { link }, brand, by: oneLine(by ?? '') || 'somebody' });
}

/** The message that tells the owner of an account what happened to it. */
export function accountNotice(
  kind: AccountNoticeKind,
  filling: { text: string; when: string; link: string; brand: string },
): FilledMail {
  return fillTemplate(templates[kind], { ...filling, link: { link: filling.link } });
}

/** The message that tells the team what a colleague has left behind. */
export function unassignedMail(filling: { text: string; link: string; brand: string }): FilledMail {
  return fillTemplate(templates.unassigned, { ...filling, link: { link: filling.link } });
}
