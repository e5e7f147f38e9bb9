import { isPlaceholder } from '@threadline/schema/content/placeholders';
import type { MailSettings, MailSettingsChange } from '@threadline/schema/wire/mail-settings';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { mailSettings } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MailDelivery } from '../platform/outbox/delivery.ts';
import {
  describeMailServer,
  findSender,
  findStoredSettings,
  getMailSource,
  readMailServer,
} from '../platform/outbox/mail-server.ts';
import { chooseSecret } from '../platform/stored-secret.ts';
import type { MailTexts } from './compose.ts';
import { getTeamMail } from './team.ts';

type Stored = typeof mailSettings.$inferSelect;

interface MailSettingsParts {
  mailDelivery: MailDelivery;
  texts: MailTexts;
}

/** Reads and changes the mail server that super admins set up. The environment wins. */
export function createMailSettings(deps: Deps, { mailDelivery, texts }: MailSettingsParts) {
  const { config, db, now, secrets } = deps;
  const queries = createContentQueries(db);
  const isMissing = (address: string) => isPlaceholder(address, { input: 'email' });

  function getSettings(): MailSettings {
    const server = readMailServer(deps);
    const contact = texts.contact().email;
    const { team, isTeamFixed } = getTeamMail({ config, queries, db });
    return {
      source: getMailSource(deps),
      server: server ? describeMailServer(server) : null,
      sender: findSender(deps) ?? (isMissing(contact) ? '' : contact),
      isSenderFixed: Boolean(config.mail.from || config.mail.smtpUrl),
      isPasswordLost: server?.source === 'admin' && server.password === undefined,
      team: team.filter((address) => !isMissing(address)),
      contactEmail: contact,
      isTeamFixed,
    };
  }

  /** @throws ProblemError 409 */
  function refuseIfFixed(): void {
    if (config.mail.smtpUrl)
      throw new ProblemError('conflict', { detail: 'The mail server is set by the server’s administrator.' });
  }

  /** Returns the encrypted password to store; null for a server that needs no sign-in. @throws ProblemError 422 */
  function choosePassword({ host, encryption, user, password }: MailSettingsChange, stored: Stored | undefined) {
    if (user === '') return null;
    const isSameServer = stored?.host === host && stored.user === user;
    return chooseSecret({
      entered: password,
      stored: stored?.encryptedPassword,
      isSameUse: isSameServer && (encryption !== 'none' || stored.encryption === 'none'),
      key: secrets.mailPasswordKey,
      field: { pointer: '/password', name: 'password' },
    });
  }

  return {
    get: getSettings,

    /** Stores the settings. Messages that wait are sent with them at once. @throws ProblemError 409, 422 */
    set(change: MailSettingsChange, by: Actor): void {
      refuseIfFixed();
      const { password: _password, ...values } = change;
      db.transaction(
        (tx) => {
          const encryptedPassword = choosePassword(change, findStoredSettings(tx));
          const row = { ...values, encryptedPassword };
          tx.insert(mailSettings)
            .values({ id: 1, ...row })
            .onConflictDoUpdate({ target: mailSettings.id, set: row })
            .run();
          const subject = `${change.host}, port ${change.port}, sender ${change.sender}`;
          recordAudit(tx, { at: now().toISOString(), by, action: 'mail.server-set', subject });
        },
        { behavior: 'immediate' },
      );
      mailDelivery.retryNow();
    },

    /** Removes the settings: messages are written to files again. @throws ProblemError 409 */
    remove(by: Actor): void {
      refuseIfFixed();
      db.transaction(
        (tx) => {
          const removed = tx.delete(mailSettings).returning().get();
          if (removed)
            recordAudit(tx, { at: now().toISOString(), by, action: 'mail.server-removed', subject: removed.host });
        },
        { behavior: 'immediate' },
      );
      mailDelivery.retryNow();
    },
  };
}
