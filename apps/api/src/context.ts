import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLogOutput } from '@threadline/config/log-output';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { type Db, type OnUpgrade, openDatabase } from './platform/db/client.ts';
import { type KeyName, readKey } from './platform/keys.ts';

/** What the parts of the API are made from. Passed in, never imported. */
export interface Deps {
  config: Config;
  db: Db;
  log: Logger;
  now: () => Date;
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  secrets: {
    webhook: string;
    publisherToken: string;
    /** Turns a visitor's network into a digest that nobody can turn back. */
    networkKey: string;
    /** Makes the tokens of links to accounts: without it the database alone opens none. */
    accountLinkKey: string;
    /** Makes the tokens of links in messages to visitors, likewise. */
    mailLinkKey: string;
    /** Tells a refresh token that was issued here from one that was made up. */
    refreshTokenKey: string;
    /** Encrypts the secrets of second factors. */
    secondFactorKey: string;
    /** Without it nobody can find out, by trying addresses, who has been erased. */
    erasureKey: string;
    /** Marks the enquiries of the self-test; the command line reads it, too. */
    selfTestToken: string;
  };
}

export function createDeps(config: Config, onUpgrade?: OnUpgrade): Deps {
  const key = (name: KeyName) => readKey(config.dataDir, name);
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
      secondFactorKey: key('second-factor-key'),
      erasureKey: key('erasure-key'),
      selfTestToken: key('self-test-token'),
    },
  };
}

export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: undefined }, createLogOutput());
}
