import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@threadline/config/parse-env';
import { describeLocation } from '@threadline/object-store/store-url';
import { findDefinition } from '@threadline/schema/content/content-model';
import { findFixedRetention } from '@threadline/schema/content/fixed-retention';
import { findPlaceholders } from '@threadline/schema/content/placeholders';
import { retentionVariables } from '@threadline/schema/primitives/text-variables';
import type { SelfTestStep } from '@threadline/schema/wire/enquiry';
import { and, eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { selfTestHeader } from '../enquiries/intake/intake-routes.ts';
import { readRetentionMonths } from '../enquiries/retention.ts';
import { tryStorage } from '../operations/health.ts';
import {
  describeDamage,
  describeFaults,
  describeMissingKeys,
  inspectData,
  listMissingKeys,
} from '../operations/recovery/inspect-data.ts';
import { getLocalUrl } from '../operations/self-test.ts';
import { checkAuditChain } from '../platform/audit-log/hash-chain.ts';
import { users } from '../platform/db/schema/core.ts';
import { findDatabaseFaults, isDamage } from '../platform/db/sqlite-errors.ts';
import { readDiskSpace } from '../platform/storage/free-space.ts';
import { countScheduled } from '../privacy/retention.ts';
import { createPublishing } from '../publishing/service.ts';
import { findLitestream } from '../replication/litestream.ts';
import { inspectReplica } from '../replication/replica.ts';
import { checkAddresses, checkMediaUrl, checkTargets } from './check-addresses.ts';
import { checkFailedMail, checkMailServer, findRecipients } from './check-mail.ts';
import { checkBackups, checkImages, checkMediaStore, checkStoredLocation } from './check-stores.ts';
import { type CliContext, defineCommand, requireDatabase } from './command.ts';
import { type Finding, fail, formatFinding, ok, removeRepeats, warn } from './findings.ts';
import { testTargets } from './target.ts';

const maxAnswerMs = 2000;
/** The self-test waits ten seconds for the form, and ten more for the mail server. */
const maxSelfTestMs = 30_000;
const maxShownFaults = 3;
const gigabyte = 1024 ** 3;

export const doctorCommand = defineCommand({
  usage: 'doctor',
  summary:
    'Looks at configuration, database, keys, disk, publisher and placeholders, and sends a test enquiry through the form. Exit code 1 if a check fails.',
  async run(_input, context) {
    const findings = await inspect(context);
    for (const finding of findings) context.print(formatFinding(finding));
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
});

/**
 * Runs every check, in the order in which an operator would fix the faults. A failing check does not end the command.
 */
async function inspect(context: CliContext): Promise<Finding[]> {
  let config: Config;
  try {
    config = context.loadConfig();
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.map(fail);
    throw error;
  }
  requireDatabase(context);
  const findings = [ok(`The configuration can be read; the data is in ${config.dataDir}.`)];
  const run = async (check: () => Finding | Finding[] | Promise<Finding | Finding[]>) => {
    try {
      findings.push(...[await check()].flat());
    } catch (error) {
      findings.push(explainError(error, config));
    }
  };
  let deps: Deps | undefined;
  await run(() => {
    const faults = inspectData(config);
    if (faults) return faults.map((fault) => fail(describeFaults([fault]).join('\n')));
    const missingKeys = listMissingKeys(config);
    deps = context.deps();
    return [...checkDatabase(deps), ...describeMissingKeys(deps, missingKeys).map(warn)];
  });
  const withDeps = deps ? listDataChecks(deps) : [];
  const others = [
    () => checkSecrets(config),
    () => checkDisk(config),
    () => checkMediaStore(config),
    () => checkBackups(config),
    () => checkReplica(config),
    () => checkProxy(config),
    () => checkAddresses(config),
    () => checkTargets(config),
    () => testTargets(config),
    () => checkApi(config),
  ];
  for (const check of [...others, ...withDeps]) await run(check);
  return removeRepeats(findings);
}

const listDataChecks = (deps: Deps) => [
  () => checkStorage(deps),
  () => checkImages(deps),
  () => checkStoredLocation(deps),
  () => checkMediaUrl(deps),
  () => checkAudit(deps),
  () => checkUsers(deps),
  () => checkEnquiries(deps),
  () => checkMailServer(deps),
  () => checkFailedMail(deps),
  () => checkPublisher(deps),
  () => checkRetention(deps),
  () => checkPlaceholders(deps),
];

function explainError(error: unknown, config: Config): Finding {
  if (isDamage(error)) return damagedDatabase(config);
  return fail(error instanceof Error ? error.message : String(error));
}

function damagedDatabase(config: Config): Finding {
  return fail(describeFaults(describeDamage(config)).join('\n'));
}

function checkDatabase({ db, config }: Deps): Finding[] {
  const faults = findDatabaseFaults(db.$client);
  if (faults.length === 0) return [ok('The database is whole.')];
  const details = faults.slice(0, maxShownFaults).map((fault) => fail(`The database: ${fault}.`));
  return [damagedDatabase(config), ...details];
}

function checkStorage(deps: Deps): Finding[] {
  const failure = tryStorage(deps);
  if (!failure) return [];
  return [isDamage(failure.error) ? damagedDatabase(deps.config) : fail(failure.problem)];
}

function checkAudit({ db }: Deps): Finding {
  const { entries, head, faults } = checkAuditChain(db.$client);
  if (faults.length > 0) return fail(`The audit log: ${faults.slice(0, 3).join('; ')}.`);
  return ok(`The audit log is intact: ${entries} entries, the newest with hash ${head.slice(0, 16)}.`);
}

function checkSecrets({ dataDir }: Config): Finding[] {
  if (process.platform === 'win32') return [];
  const keys = readdirSync(join(dataDir, 'keys')).map((name) => join(dataDir, 'keys', name));
  const open = [join(dataDir, 'threadline.db'), ...keys].filter((file) => (statSync(file).mode & 0o077) !== 0);
  if (open.length === 0) return [ok('The database and the keys are readable by their owner only.')];
  return open.map((file) => fail(`${file} can be read by others: chmod 600 it.`));
}

function checkDisk({ dataDir }: Config): Finding {
  const free = readDiskSpace(dataDir).freeBytes / gigabyte;
  const sentence = `${free.toFixed(1)} GB are free on the disk of the data.`;
  if (free < 0.1) return fail(sentence);
  return free < 1 ? warn(sentence) : ok(sentence);
}

async function checkReplica({ replica, dataDir, litestream }: Config): Promise<Finding[]> {
  if (!replica) return [];
  try {
    findLitestream({ litestream });
    const at = await inspectReplica(replica, dataDir);
    const place = describeLocation(replica);
    if (!at) return [warn(`The replica in ${place} has no data of this installation yet. Does the server run?`)];
    return [ok(`The replica in ${place} was last written at ${at.toISOString()}.`)];
  } catch (error) {
    return [fail(`The replica: ${error instanceof Error ? error.message : error}`)];
  }
}

function checkUsers({ db }: Deps): Finding {
  const found = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'active')))
    .all().length;
  if (found === 0) return warn('There is no super admin yet: use the set-up link, or "user create".');
  return ok(`${found === 1 ? '1 super admin' : `${found} super admins`} can sign in.`);
}

/** The server does not serve https itself. Without the header of a proxy all visitors share one limit. */
function checkProxy({ siteUrl, http }: Config): Finding[] {
  if (!siteUrl.startsWith('https:') || http.trustProxy) return [];
  return [
    warn(
      'SITE_URL is https, so requests arrive through a proxy: set TRUST_PROXY=true, or all visitors count as one network.',
    ),
  ];
}

async function checkApi(config: Config): Promise<Finding> {
  const url = `${getLocalUrl(config)}/api/health`;
  // Only the supervisor has the address of the publisher. The API records whether the publisher calls.
  const reply = await readHealth(url);
  if (!reply) return warn(`The API does not answer at ${url}. Does it run?`);
  if (reply.status === 200) return ok('The API answers, a release is live and edits are published.');
  return fail(`${url} answers ${reply.status}. ${reply.detail}`.trimEnd());
}

/**
 * Requests a test enquiry from the running server. Without a server only the recipients are checked, by the settings of
 * this shell.
 */
async function checkEnquiries(deps: Deps): Promise<Finding[]> {
  const url = getLocalUrl(deps.config);
  if (!(await readHealth(`${url}/api/livez`))) {
    const recipients = findRecipients(deps);
    return recipients ? [(recipients.ok ? ok : warn)(recipients.detail)] : [];
  }
  const steps = await requestSelfTest(url, deps.secrets.selfTestToken);
  if (typeof steps === 'string') return [fail(steps)];
  return steps.map(({ step, ok: isGood, detail }) => {
    if (step === 'recipients') return (isGood ? ok : warn)(detail);
    return (isGood ? ok : fail)(`Test enquiry: ${detail}`);
  });
}

/** Returns a sentence when the server has not run the test. */
async function requestSelfTest(url: string, token: string): Promise<SelfTestStep[] | string> {
  try {
    const reply = await fetch(`${url}/api/self-test/by-token`, {
      method: 'POST',
      headers: { [selfTestHeader]: token },
      signal: AbortSignal.timeout(maxSelfTestMs),
    });
    const answer = (await reply.json()) as { steps?: SelfTestStep[]; message?: unknown };
    return answer.steps ?? `The server answered the test with ${reply.status}: ${String(answer.message ?? '')}`;
  } catch (error) {
    return `The server did not answer the test: ${error instanceof Error ? error.message : 'unknown reason'}.`;
  }
}

function checkPublisher(deps: Deps): Finding {
  const { state, revision, liveRevision, faults } = createPublishing(deps, []).status();
  if (state === 'failed') return fail(`Revision ${revision} could not be published: ${faults[0]?.detail ?? 'unknown'}`);
  if (state === 'rolled-back') return warn('Publishing is paused after a rollback.');
  if (liveRevision === null) return warn('The publisher has not published anything yet.');
  if (liveRevision < revision) return warn(`Revision ${liveRevision} is live, ${revision} is being published.`);
  return ok(`The publisher has published revision ${liveRevision}.`);
}

async function readHealth(url: string): Promise<{ status: number; detail: string } | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(maxAnswerMs) });
    const body = (await reply.json().catch(() => undefined)) as { detail?: unknown } | undefined;
    return { status: reply.status, detail: String(body?.detail ?? '') };
  } catch {
    return undefined;
  }
}

function checkRetention({ db }: Deps): Finding[] {
  const queries = createContentQueries(db);
  const months = readRetentionMonths(queries);
  const { enquiries, firstAt } = countScheduled(db);
  const listed = warn(`The months are over: ${enquiries} enquiries are erased, the first on ${firstAt?.slice(0, 10)}.`);
  const fixed = findFixedRetention(queries.workingCopy()).map(({ section, key, pointer, period }) =>
    warn(
      `${section}.${key}${pointer} states "${period}". Insert the value "${retentionVariables.retention}" there instead: it follows the setting, now ${months} months.`,
    ),
  );
  return enquiries > 0 ? [listed, ...fixed] : fixed;
}

function checkPlaceholders({ db }: Deps): Finding[] {
  const found = createContentQueries(db)
    .workingCopy()
    .flatMap(({ section, key, value }) =>
      findPlaceholders(findDefinition(section, key)?.schema, value).map((pointer) =>
        warn(`${section}.${key}${pointer} still holds a placeholder.`),
      ),
    );
  return found.length > 0 ? found : [ok('All placeholders are filled in.')];
}
