import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { checkRecipients, getTeamMail } from '../mail/team.ts';
import { describeMailServer, findStoredSettings, readMailServer } from '../platform/outbox/mail-server.ts';
import { countFailed } from '../platform/outbox/outbox.ts';
import { type Finding, fail, ok, warn } from './findings.ts';

/** Returns whether the team receives enquiries; undefined before the first start, when there is no address yet. */
export function findRecipients({ config, db }: Deps): { ok: boolean; detail: string } | undefined {
  const queries = createContentQueries(db);
  return queries.effectiveValue('site', 'contact') ? checkRecipients(getTeamMail({ config, db, queries })) : undefined;
}

/** Says which mail server is in use, by the settings of this shell, and where it was set. */
export function checkMailServer(deps: Deps): Finding[] {
  const server = readMailServer(deps);
  // The check of the recipients says that email is not set up.
  if (!server) return [];
  const { host, port } = describeMailServer(server);
  const name = `${host}, port ${port}`;
  if (server.source === 'admin') {
    if (server.password !== undefined) return [ok(`Email is sent by ${name}, set up in the admin.`)];
    const reason = 'was saved with the keys of another installation';
    return [fail(`The password of the mail server ${name} ${reason}: enter it again in the admin, Email settings.`)];
  }
  const ignored = findStoredSettings(deps.db);
  return [
    ok(`Email is sent by ${name}, set in SMTP_URL.`),
    ...(ignored
      ? [warn(`The mail server that was set up in the admin, ${ignored.host}, is not used: SMTP_URL wins.`)]
      : []),
  ];
}

/** Reports messages that were given up. */
export function checkFailedMail({ db }: Deps): Finding[] {
  const failed = countFailed(db);
  return failed > 0 ? [fail(`${failed} messages could not be delivered; the admin shows them under Enquiries.`)] : [];
}
