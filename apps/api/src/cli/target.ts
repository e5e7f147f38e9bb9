import { join } from 'node:path';
import { readReleaseManifest } from '@threadline/config/release-files';
import { assertShown, readShownId, requestPage } from '@threadline/publish-targets/assert-shown';
import { openTarget } from '@threadline/publish-targets/open-target';
import type { PublishTarget, StoredRelease } from '@threadline/publish-targets/publish-target';
import type { TargetSettings } from '@threadline/publish-targets/settings';
import { releaseManifestSchema } from '@threadline/schema/wire/release';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import type { Config } from '../config.ts';
import { CliError, defineCommand } from './command.ts';
import { type Finding, fail, formatFinding, ok, warn } from './findings.ts';

const maxCheckMs = 5 * 60_000;
/** `doctor` must not take long. */
const maxTestMs = 20_000;
const maxClockDifferenceMs = 60_000;

export const targetCheckCommand = defineCommand({
  usage: 'target check <name>',
  summary:
    'Tests a publish target: writes, reads and deletes a scratch file, uploads missing files of the visible release again, and compares the public address. Exit code 1 if a check fails.',
  missingArgument: 'The name of a target is missing.',
  async run({ argument }, { loadConfig, print }) {
    const { publishTargets, dataDir } = loadConfig();
    const settings = publishTargets.find(({ name }) => name === argument);
    if (!settings) {
      const names = publishTargets.map(({ name }) => name).join(', ') || 'none';
      throw new CliError(`PUBLISH_TARGETS has no target "${argument}"; its targets: ${names}.`, 2);
    }
    const findings = await checkTarget(settings, join(dataDir, 'releases'));
    for (const finding of findings) print(formatFinding(finding));
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
});

/** Tests each publish target for `doctor`. */
export async function testTargets({ publishTargets }: Pick<Config, 'publishTargets'>): Promise<Finding[]> {
  return Promise.all(
    publishTargets.map(async (settings) => {
      const { name } = settings;
      const signal = AbortSignal.timeout(maxTestMs);
      try {
        return ok(`PUBLISH_TARGETS, ${name}: ${await openTarget(settings).test(signal)}`);
      } catch (error) {
        const reason = signal.aborted ? `no answer within ${maxTestMs / 1000} s.` : describeError(error);
        return fail(`PUBLISH_TARGETS, ${name}: ${reason}\nFor more, see "target check ${name}".`);
      }
    }),
  );
}

/** Runs every check; a failing one does not end the others. */
async function checkTarget(settings: TargetSettings, releasesDir: string): Promise<Finding[]> {
  const { name, kind, visibleAt } = settings;
  const target = openTarget(settings);
  const signal = AbortSignal.timeout(maxCheckMs);
  const findings = [
    ok(`The settings of ${name} can be read: a ${kind}${visibleAt ? `, visible at ${visibleAt}` : ''}.`),
  ];
  const run = async (check: () => Promise<Finding | Finding[]>) => {
    try {
      findings.push(...[await check()].flat());
    } catch (error) {
      findings.push(fail(describeError(error)));
    }
  };
  await run(async () => ok(await target.test(signal)));
  let shown: string | undefined;
  let release: StoredRelease | undefined;
  await run(async () => {
    shown = await target.readShown(signal);
    release = shown === undefined ? undefined : await readRelease(releasesDir, shown);
    if (shown) return ok(`${name} shows release ${shown}.`);
    return warn(`${name} shows no release, or a delivery is in progress. The publisher delivers one after its start.`);
  });
  if (shown !== undefined) await run(() => checkFiles(target, { name, release }, signal));
  if (visibleAt !== undefined) {
    if (shown !== undefined) await run(() => checkAddress(visibleAt, { shown, release }, signal));
    await run(() => checkResponse(visibleAt, target, signal));
  }
  return findings;
}

async function readRelease(releasesDir: string, id: string): Promise<StoredRelease | undefined> {
  const manifest = await readReleaseManifest(join(releasesDir, id), releaseManifestSchema);
  return manifest && { manifest, publicDir: join(releasesDir, id, 'public') };
}

async function checkFiles(
  target: PublishTarget,
  { name, release }: { name: string; release: StoredRelease | undefined },
  signal: AbortSignal,
): Promise<Finding> {
  if (!release) return warn(`This release is not on this machine, so the files of ${name} cannot be compared.`);
  const repaired = await target.repair(release, signal);
  if (repaired === 0) return ok(`${name} has all ${Object.keys(release.manifest.files).length} files of the release.`);
  return warn(`${repaired} missing or changed files were uploaded again. Find out who else writes to ${name}.`);
}

async function checkAddress(
  visibleAt: string,
  { shown, release }: { shown: string | undefined; release: StoredRelease | undefined },
  signal: AbortSignal,
): Promise<Finding> {
  const visible = await readShownId(visibleAt, signal);
  if (visible !== shown) return fail(`${visibleAt} shows release ${visible}, but the target has ${shown}.`);
  if (release) await assertShown(visibleAt, release.manifest, signal);
  return ok(`${visibleAt} shows it.`);
}

/** Compares headers and the clock. */
async function checkResponse(
  visibleAt: string,
  { sendsHeaders }: PublishTarget,
  signal: AbortSignal,
): Promise<Finding[]> {
  const response = await requestPage(`${visibleAt}/`, signal);
  await response.body?.cancel();
  const missing = [...Object.keys(securityHeaders), 'content-security-policy'].filter(
    (name) => !response.headers.has(name),
  );
  const sentence = `${visibleAt}/ lacks the headers ${missing.join(', ')}.`;
  const advice = 'Let the web server or a CDN in front send those of manifest.json: see docs/operations.md.';
  const headers = sendsHeaders ? fail(sentence) : warn(`${sentence}\n${advice}`);
  const differenceMs = Date.now() - Date.parse(response.headers.get('date') ?? '');
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return [
    missing.length === 0 ? ok('The page has all security headers.') : headers,
    ...(Math.abs(differenceMs) > maxClockDifferenceMs
      ? [warn(`The clock of this machine differs from that of ${visibleAt} by ${seconds} s.`)]
      : []),
  ];
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const reason = cause === undefined ? '' : `: ${cause.code ?? cause.message}`;
  return `${message.replace(/\.$/, '')}${reason}.`;
}
