import { isPlaceholder } from '@threadline/schema/content/placeholders';
import { site } from '@threadline/schema/content/sections/site';
import type { Config } from '../config.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';
import { hasMailServer } from '../platform/outbox/mail-server.ts';

type TeamSettings = { config: Pick<Config, 'mail'>; queries: ContentQueries };

/** Returns the recipients of team messages: `LEADS_TO`, otherwise the email of the contact details. */
export function getTeamAddresses({ config, queries }: TeamSettings): string[] {
  if (config.mail.leadsTo.length > 0) return config.mail.leadsTo;
  return [site.singles.contact.parse(queries.effectiveValue('site', 'contact')).email];
}

interface TeamMail {
  team: readonly string[];
  /** Set in `LEADS_TO`. */
  isTeamFixed: boolean;
  /** False: messages are files. */
  hasServer: boolean;
}

/** Returns the recipients and the mode of mail by the settings of this process. */
export function getTeamMail({ config, queries, db }: TeamSettings & { db: Db }): TeamMail {
  return {
    team: getTeamAddresses({ config, queries }),
    isTeamFixed: config.mail.leadsTo.length > 0,
    hasServer: hasMailServer({ config, db }),
  };
}

/**
 * Checks whether messages to the team can reach a person.
 *
 * @returns one sentence for users in either case
 */
export function checkRecipients({ team, isTeamFixed, hasServer }: TeamMail): { ok: boolean; detail: string } {
  const placeholders = team.filter((address) => isPlaceholder(address, { input: 'email' }));
  const advice = isTeamFixed
    ? 'the server’s administrator has set it in LEADS_TO and can change it'
    : 'enter your email under Site settings, Contact details';
  const problems = [
    ...(hasServer
      ? []
      : ['Email is not set up, so messages are kept and not sent. A super admin can set it up under Email settings.']),
    ...(placeholders.length > 0
      ? [`Messages to the team go to ${placeholders.join(', ')}, a placeholder: ${advice}.`]
      : []),
  ];
  if (problems.length > 0) return { ok: false, detail: problems.join(' ') };
  return { ok: true, detail: `Messages to the team go to ${team.join(', ')}.` };
}
