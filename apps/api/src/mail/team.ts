import { isPlaceholder } from '@threadline/schema/content/placeholders';
import { site } from '@threadline/schema/content/sections/site';
import type { Config } from '../config.ts';
import type { ContentQueries } from '../content/queries.ts';

type MailSettings = { config: Pick<Config, 'mail'>; queries: ContentQueries };

/** Returns the recipients of team messages: `LEADS_TO`, otherwise the email of the contact details. */
export function getTeamAddresses({ config, queries }: MailSettings): string[] {
  if (config.mail.leadsTo.length > 0) return config.mail.leadsTo;
  return [site.singles.contact.parse(queries.effectiveValue('site', 'contact')).email];
}

interface TeamMail {
  team: readonly string[];
  /** False: messages are files. */
  hasServer: boolean;
}

/** Returns the recipients and the mode of mail by the settings of this process. */
export function getTeamMail({ config, queries }: MailSettings): TeamMail {
  return { team: getTeamAddresses({ config, queries }), hasServer: Boolean(config.mail.smtpUrl) };
}

/**
 * Checks whether messages to the team can reach a person.
 *
 * @returns one sentence for users in either case
 */
export function checkRecipients({ team, hasServer }: TeamMail): { ok: boolean; detail: string } {
  const placeholders = team.filter((address) => isPlaceholder(address, { input: 'email' }));
  const problems = [
    ...(hasServer
      ? []
      : ['No mail server is set up (SMTP_URL), so no message is sent: messages are files in DATA_DIR/mail.']),
    ...(placeholders.length > 0
      ? [
          `Messages to the team go to ${placeholders.join(', ')}, a placeholder: set LEADS_TO, or the email under Site settings, Contact details.`,
        ]
      : []),
  ];
  if (problems.length > 0) return { ok: false, detail: problems.join(' ') };
  return { ok: true, detail: `Messages to the team go to ${team.join(', ')}.` };
}
