import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '@threadline/config/secret-file';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { type Db, type OnUpgrade, openDatabase } from './db/client.ts';

/** What the parts of the API are made from. Passed in, never imported. */
export interface Deps {
  config: Config;
  db: Db;
  log: Logger;
  now: () => Date;
  secrets: {
    webhook: string;
    publisherToken: string;
    /** Turns a visitor's network into a digest that nobody can turn back. */
    networkKey: string;
    /** Makes the tokens of links to accounts: without it the database alone opens none. */
    accountLinkKey: string;
    /** Makes the tokens of links in messages to visitors, likewise. */
    mailLinkKey: string;
    /** Encrypts the secrets of second factors. */
    secondFactorKey: string;
    /** Without it nobody can find out, by trying addresses, who has been erased. */
    erasureKey: string;
    /** Marks the enquiries of the self-test; the command line reads it, too. */
    selfTestToken: string;
  };
}

export function createDeps(config: Config, onUpgrade?: OnUpgrade): Deps {
  const keys = join(config.dataDir, 'keys');
  return {
    config,
    db: openDatabase(join(config.dataDir, 'threadline.db'), onUpgrade),
    log: pino({ level: config.logLevel, base: undefined }),
    now: () => new Date(),
    secrets: {
      webhook: config.webhook.secret ?? readOrCreateSecret(join(keys, 'webhook-secret'), newWebhookSecret),
      publisherToken: config.publisher.token ?? readOrCreateSecret(join(keys, 'publisher-token'), newToken),
      networkKey: readOrCreateSecret(join(keys, 'network-key'), newToken),
      accountLinkKey: readOrCreateSecret(join(keys, 'account-link-key'), newToken),
      mailLinkKey: readOrCreateSecret(join(keys, 'mail-link-key'), newToken),
      secondFactorKey: readOrCreateSecret(join(keys, 'second-factor-key'), newToken),
      erasureKey: readErasureKey(config.dataDir),
      selfTestToken: readOrCreateSecret(join(keys, 'self-test-token'), newToken),
    },
  };
}

/** A restore needs it before there is anything else. */
export function readErasureKey(dataDir: string): string {
  return readOrCreateSecret(join(dataDir, 'keys', 'erasure-key'), newToken);
}

function newToken(): string {
  return randomBytes(32).toString('hex');
}

/** Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
