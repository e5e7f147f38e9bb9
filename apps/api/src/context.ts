import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLogOutput } from '@threadline/config/log-output';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { type Db, type OnUpgrade, openDatabase } from './platform/db/client.ts';
import { deriveBackupSecretKey, deriveSecret } from './platform/encryption.ts';
import { type KeyName, readKey } from './platform/keys.ts';

/** Dependencies of the services and routes. They are passed as arguments, never imported. */
export interface Deps {
  config: Config;
  db: Db;
  log: Logger;
  now: () => Date;
  /** Resolves after a number of milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  secrets: {
    webhook: string;
    publisherToken: string;
    /** Keys the digests of visitors' networks, so that they cannot be reversed. */
    networkKey: string;
    /** Derives the tokens of account links: the database alone opens none. */
    accountLinkKey: string;
    /** Derives the tokens of links in messages to visitors. */
    mailLinkKey: string;
    /** Authenticates refresh tokens, so that a forged one ends no session. */
    refreshTokenKey: string;
    /** Encrypts the secrets of authenticator apps. */
    secondFactorKey: string;
    /** Encrypts the password of the mail server. */
    mailPasswordKey: string;
    /** Encrypts the secret access key of the backup location. */
    backupSecretKey: string;
    /** Keys the digests of erased addresses, so that they cannot be found by guessing. */
    erasureKey: string;
    /** Marks the enquiries of the self-test. The command line reads it, too. */
    selfTestToken: string;
  };
}

export function createDeps(config: Config, onUpgrade?: OnUpgrade): Deps {
  const key = (name: KeyName) => readKey(config.dataDir, name);
  const secondFactorKey = key('second-factor-key');
  return {
    config,
    db: openDatabase(join(config.dataDir, 'threadline.db'), onUpgrade),
    log: createLog(config),
    now: () => new Date(),
    wait: setTimeout,
    secrets: {
      webhook: config.webhook.secret ?? key('webhook-secret'),
      publisherToken: config.publisher.token ?? key('publisher-token'),
      networkKey: key('network-key'),
      accountLinkKey: key('account-link-key'),
      mailLinkKey: key('mail-link-key'),
      refreshTokenKey: key('refresh-token-key'),
      secondFactorKey,
      mailPasswordKey: deriveSecret(secondFactorKey, 'mail password'),
      backupSecretKey: deriveBackupSecretKey(secondFactorKey),
      erasureKey: key('erasure-key'),
      selfTestToken: key('self-test-token'),
    },
  };
}

export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: undefined }, createLogOutput());
}
