import {
  type FormerNameUse,
  findFormerName,
  getCompanyName,
  shippedCompanyName,
} from '@threadline/schema/content/company-name';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { findPlaceholders } from '@threadline/schema/content/placeholders';
import { site } from '@threadline/schema/content/sections/site';
import type { SetupSteps } from '@threadline/schema/wire/dashboard';
import type { User } from '@threadline/schema/wire/user';
import { defaultUserName } from '../accounts/users.ts';
import { hasBackupLocation } from '../backup/location.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { isMailVerified } from '../platform/outbox/mail-outcome.ts';
import type { PrivacyNotice } from './privacy-notice.ts';

interface SetupState {
  queries: ContentQueries;
  user: Pick<User, 'name' | 'hasSecondFactor'>;
  /** The number of accounts that can sign in. */
  activeUsers: number;
  privacyNotice: Pick<PrivacyNotice, 'isRead' | 'isAdapted'>;
}

/** Returns the fields that still contain the company name of the example content. */
export function findShippedNames(items: readonly ContentItem[]): FormerNameUse[] {
  return findFormerName(items, { former: shippedCompanyName, current: getCompanyName(items) });
}

/** Returns which steps of the set-up are done. A text counts once a person has saved it and it holds no placeholder. */
export function listSetupSteps(
  { config, db, now, secrets }: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  state: SetupState,
): SetupSteps {
  const { queries, user, activeUsers, privacyNotice } = state;
  const items = queries.workingCopy();
  const isComplete = ({ section, key, value }: ContentItem) =>
    findPlaceholders(findDefinition(section, key)?.schema, value).length === 0;
  const isWritten = (name: string) => {
    const item = items.find(({ section, key, updatedBy }) => section === 'site' && key === name && updatedBy !== null);
    return item !== undefined && isComplete(item);
  };
  const social = site.singles.social.safeParse(queries.effectiveValue('site', 'social'));
  return {
    name: user.name !== defaultUserName,
    brand: isWritten('brand') && findShippedNames(items).length === 0,
    contact: isWritten('contact'),
    social: social.success && Object.values(social.data).some((address) => address !== ''),
    email: isMailVerified({ config, db, now, secrets }),
    claims: items.every((item) => item.section !== 'stats' || item.metadata.hidden || isComplete(item)),
    privacy: privacyNotice.isRead() || (isWritten('page-privacy') && privacyNotice.isAdapted()),
    team: activeUsers > 1,
    'second-factor': user.hasSecondFactor,
    backup: hasBackupLocation({ config, db }) || config.replica !== undefined,
  };
}
