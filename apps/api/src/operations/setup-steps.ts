import {
  type FormerNameUse,
  findFormerName,
  getCompanyName,
  shippedCompanyName,
} from '@threadline/schema/content/company-name';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { listPlaceholderFields } from '@threadline/schema/content/placeholder-fields';
import { site } from '@threadline/schema/content/sections/site';
import type { SetupSteps } from '@threadline/schema/wire/dashboard';
import type { User } from '@threadline/schema/wire/user';
import { defaultUserName } from '../accounts/users.ts';
import { hasBackupLocation } from '../backup/location.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { readMailOutcome } from '../platform/outbox/mail-outcome.ts';
import { readMailServer } from '../platform/outbox/mail-server.ts';
import type { PrivacyNotice } from './privacy-notice.ts';

interface SetupState {
  queries: ContentQueries;
  user: Pick<User, 'name' | 'hasSecondFactor'>;
  /** The number of accounts that can sign in. */
  activeUsers: number;
  /** The number of users who have not accepted their invitation. */
  invitedUsers: number;
  privacyNotice: Pick<PrivacyNotice, 'isRead' | 'isAdapted'>;
}

/** Returns the fields that still contain the example company name. */
export function findShippedNames(items: readonly ContentItem[]): FormerNameUse[] {
  return findFormerName(items, { former: shippedCompanyName, current: getCompanyName(items) });
}

/**
 * Returns what is left to do for each step of the set-up; null for a step that is done. A text counts once a person has
 * saved it and it holds no placeholder.
 */
export function listSetupSteps(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  { queries, user, activeUsers, invitedUsers, privacyNotice }: SetupState,
): SetupSteps {
  const { config, db } = deps;
  const items = queries.workingCopy();
  const findSetting = (name: string) => items.find(({ section, key }) => section === 'site' && key === name);
  /** @param unsaved what is left if nothing is missing, but no person has saved the text */
  const describeSetting = (name: string, unsaved: string): string | null => {
    const item = findSetting(name);
    const missing = item ? listPlaceholderFields(item).map(({ label }) => label) : [];
    if (missing.length > 0) return `Missing: ${missing.join(', ')}.`;
    return item?.updatedBy ? null : unsaved;
  };
  const social = site.singles.social.safeParse(queries.effectiveValue('site', 'social'));
  const hasSocial = social.success && Object.values(social.data).some((address) => address !== '');
  const unread = 'Not read or adapted yet.';
  return {
    name: user.name === defaultUserName ? `Still “${defaultUserName}”. Your replies are signed with it.` : null,
    brand:
      describeSetting('brand', 'Check the name, logo and colours, then save.') ??
      describeShippedNames(findShippedNames(items).length),
    contact: describeSetting('contact', 'Check the office hours, then save.'),
    social: hasSocial ? null : 'No link yet. One is enough.',
    email: describeMail(deps),
    claims: describeClaims(items),
    privacy: privacyNotice.isRead()
      ? null
      : (describeSetting('page-privacy', unread) ?? (privacyNotice.isAdapted() ? null : unread)),
    team:
      activeUsers > 1 ? null : invitedUsers > 0 ? `${invitedUsers} invited, not joined yet.` : 'Only you can sign in.',
    'second-factor': user.hasSecondFactor ? null : 'Off for your account.',
    backup:
      hasBackupLocation({ config, db }) || config.replica !== undefined
        ? null
        : 'Backups are only on this server, and would be lost with it.',
  };
}

function describeShippedNames(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'text still has' : 'texts still have'} the example company name.`;
}

function describeMail(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>): string | null {
  if (!readMailServer(deps)) return 'Not set up yet, so no messages are sent.';
  const { problem, acceptedAt } = readMailOutcome(deps);
  if (problem !== null) return 'The last message was not sent.';
  return acceptedAt === null ? 'Send a test message.' : null;
}

/** Returns the fields that are missing in the figures and other proof, such as "Period missing in 4 entries.". */
function describeClaims(items: readonly ContentItem[]): string | null {
  const counts = new Map<string, number>();
  for (const item of items.filter(({ section }) => section === 'stats'))
    for (const label of new Set(listPlaceholderFields(item).map((field) => field.label)))
      counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts].map(
    ([label, count]) => `${label} missing in ${count} ${count === 1 ? 'entry' : 'entries'}`,
  );
  return parts.length > 0 ? `${parts.join(', ')}.` : null;
}
