import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startFakeApi } from '../test/fake-api.ts';
import type { Content } from '../test/fixture-content.ts';
import { kill, type PublisherProcess, sendHook, startPublisher } from '../test/publisher-process.ts';

/**
 * `node bench/publish.ts [edits]` publishes edits of the seed content through the built publisher and the compiled
 * site, and after each edit builds the same site with `astro build`. Absolute times depend on the machine; compare the
 * ratio.
 */
const edits = Number(process.argv[2] ?? 60);
const turns = 3;
const appDir = resolve(import.meta.dirname, '..');
const siteDir = resolve(appDir, '../site');
const seedDir = resolve(appDir, '../../content-seed');
const rendererDir = resolve(process.argv[3] ?? join(siteDir, 'dist-renderer'));

const dataDir = await mkdtemp(join(tmpdir(), 'threadline-bench-'));
const api = await startFakeApi(join(dataDir, 'releases'));
api.save(await readSeed());
const publisher = await startPublisher({
  apiUrl: api.url,
  dataDir,
  env: { RENDERER_DIR: rendererDir },
  program: join(appDir, 'dist', 'server.js'),
});
const first = await Promise.race([api.report('live'), api.report('failed')]);
if (first.state === 'failed') {
  process.stderr.write(`${JSON.stringify(first.faults, null, 2)}\n`);
  process.exit(1);
}
const visible: number[] = [];
const buildTimes: number[] = [];
await publishEdits(20);
await buildOnce();
const { length: warmReports } = api.reports;
visible.length = 0;
for (let turn = 0; turn < turns; turn += 1) {
  buildTimes.push(await buildOnce());
  await publishEdits(Math.ceil(edits / turns));
}
const memory = await readMemory(publisher.child.pid ?? 0);
await kill(publisher);
await api.close();
await rm(dataDir, { recursive: true });

const switched = api.reports.slice(warmReports).filter((report) => report.state === 'activated');
for (const name of Object.keys(switched[0]?.steps ?? {})) {
  print(
    `  ${name}`,
    switched.map(({ steps }) => steps[name] ?? 0),
  );
}
print(
  'publish',
  switched.map(({ steps }) => Object.values(steps).reduce((sum, ms) => sum + ms, 0)),
);
print('saved to live', visible);
print('astro build', buildTimes);
write(`ratio          1 : ${(median(buildTimes) / median(visible)).toFixed(0)} (saved to live against astro build)`);
write(`memory         ${memory}`);

async function publishEdits(count: number): Promise<void> {
  for (let edit = 0; edit < count; edit += 1) {
    const startedAt = performance.now();
    await publishOne(publisher, api.revision());
    visible.push(performance.now() - startedAt);
  }
}

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

async function buildOnce(): Promise<number> {
  const startedAt = performance.now();
  const env = { SITE_OUT: join(dataDir, 'dist'), ALLOW_PLACEHOLDERS: '1' };
  const child = spawn(process.execPath, ['build.ts', 'static'], { cwd: siteDir, stdio: 'ignore', env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('astro build failed.');
  return performance.now() - startedAt;
}

async function readMemory(pid: number): Promise<string> {
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
  write(`${name.padEnd(14)} ${median(values).toFixed(1)} ms (${range})`);
}
