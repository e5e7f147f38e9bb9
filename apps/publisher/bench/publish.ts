import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Content } from '../test/fixture-content.ts';
import { kill, type PublisherProcess, sendHook, startPublisher } from '../test/publisher-process.ts';
import { startStandInApi } from '../test/stand-in-api.ts';

/**
 * `node bench/publish.ts [edits]` publishes edits of the seed content through the compiled site, and builds the same
 * site with `astro build` in the same run. Absolute figures depend on the machine; the ratio is what counts.
 */
const edits = Number(process.argv[2] ?? 60);
const warmUpEdits = 10;
const builds = 3;
const siteDir = resolve(import.meta.dirname, '../../site');
const seedDir = resolve(import.meta.dirname, '../../../content-seed');

const dataDir = await mkdtemp(join(tmpdir(), 'threadline-bench-'));
const api = await startStandInApi(join(dataDir, 'releases'));
api.save(await readSeed());
const env = { RENDERER_DIR: resolve(process.argv[3] ?? join(siteDir, 'dist-renderer')) };
const publisher = await startPublisher({ apiUrl: api.url, dataDir, env });
const first = await Promise.race([api.report('live'), api.report('failed')]);
if (first.state === 'failed') {
  process.stderr.write(`${JSON.stringify(first.faults, null, 2)}\n`);
  process.exit(1);
}
for (let edit = 0; edit < warmUpEdits + edits; edit += 1) await publishOne(publisher, edit);
const memory = await memoryOf(publisher.child.pid ?? 0);
await kill(publisher);
const switched = api.reports.filter((report) => report.state === 'switched').slice(-edits);
const totals = switched.map(({ steps }) => Object.values(steps).reduce((sum, ms) => sum + ms, 0));
for (const name of Object.keys(switched[0]?.steps ?? {})) {
  print(
    `  ${name}`,
    switched.map(({ steps }) => steps[name] ?? 0),
  );
}
print('all steps', totals);
write(`memory      ${memory}`);
const buildTimes = Array.from({ length: builds + 1 }, buildOnce).slice(1);
print('astro build', buildTimes);
write(`ratio       1 : ${(median(buildTimes) / median(totals)).toFixed(0)}`);
await api.close();
await rm(dataDir, { recursive: true });

async function publishOne({ url }: PublisherProcess, edit: number): Promise<void> {
  const revision = api.save({ 'hero.title': `Edit number ${edit}` });
  await sendHook(url, revision);
  await api.report('live', (report) => report.revision === revision);
}

async function readSeed(): Promise<Content> {
  const files = (await readdir(seedDir)).filter((name) => name.endsWith('.json'));
  const sections = await Promise.all(
    files.map(async (name) => {
      const entries: Record<string, { value: unknown }> = JSON.parse(await readFile(join(seedDir, name), 'utf8'));
      return Object.entries(entries).map(([key, { value }]) => [`${name.slice(0, -5)}.${key}`, value]);
    }),
  );
  return Object.fromEntries(sections.flat());
}

function buildOnce(): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, ['build.ts', 'static'], {
    cwd: siteDir,
    stdio: 'ignore',
    env: { SITE_OUT: join(dataDir, 'dist') },
  });
  if (status !== 0) throw new Error('astro build failed.');
  return performance.now() - startedAt;
}

async function memoryOf(pid: number): Promise<string> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024).toFixed(0);
  return `${megabytes('Rss')} MB RSS, ${megabytes('Pss')} MB PSS`;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

function print(name: string, values: number[]): void {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = `${low.toFixed(1)} to ${high.toFixed(1)}, n=${values.length}`;
  write(`${name.padEnd(11)} ${median(values).toFixed(1)} ms (${range})`);
}
