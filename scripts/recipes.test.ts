import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from './processes.mjs';
import { root } from './toolchain.mjs';

// The image cannot be built here, so these tests check that everything its files refer to exists.

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** All settings: `scripts/check-docs.ts` compares this file with the schemas of the configuration. */
const settings = new Set([...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
const npmScripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
const unknownSettings = (names: string[]) => names.filter((name) => !settings.has(name));

interface Instruction {
  name: string;
  text: string;
}

/** Returns the instructions of each stage; the first one is its FROM. */
function readStages(dockerfile: string): Instruction[][] {
  const lines = dockerfile
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const instructions = lines
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }));
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

const stages = readStages(read('docs/recipes/Dockerfile'));
const final = stages.at(-1) ?? [];
const only = (stage: Instruction[], name: string) => {
  const found = stage.filter((instruction) => instruction.name === name);
  if (found.length !== 1) throw new Error(`${found.length} times ${name} instead of once`);
  return found[0]?.text ?? '';
};
const imageEnv = Object.fromEntries(
  only(final, 'ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

test("the image is built and run with the repository's Node version", () => {
  const major = read('.node-version').trim().split('.', 1)[0];
  for (const stage of stages) expect(only(stage, 'FROM')).toMatch(new RegExp(`^node:${major}-`));
});

test('the source of each COPY exists', () => {
  const folders = new Map(stages.map((stage) => [/ AS (\w+)$/.exec(only(stage, 'FROM'))?.[1], only(stage, 'WORKDIR')]));
  const copies = stages.flatMap((stage) => stage.filter(({ name }) => name === 'COPY'));
  expect(copies).toHaveLength(2);
  for (const { text } of copies) {
    const stage = /--from=(\w+)/.exec(text)?.[1];
    const [source = ''] = text.split(' ').filter((word) => !word.startsWith('--'));
    if (stage) expect(source, text).toBe(folders.get(stage));
    else expect(existsSync(join(root, source)), text).toBe(true);
  }
  for (const { text } of stages.flat().filter(({ name }) => name === 'RUN')) {
    const script = /^npm run ([\w:-]+)/.exec(text)?.[1];
    if (script) expect(npmScripts).toHaveProperty([script]);
  }
});

test('the build context excludes data, keys, passwords and build results [L6]', () => {
  const ignored = read('docs/recipes/Dockerfile.dockerignore').split('\n');
  const isIgnored = (path: string) => ignored.includes(path) || ignored.includes(`**/${path}`);
  const ofGit = read('.gitignore').split('\n');
  const secret = ['.git', ...ofGit.filter((line) => line !== '').map((line) => line.replace(/^\/|\/$/g, ''))];
  expect(secret).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules']));
  expect(secret.filter((path) => !isIgnored(path))).toEqual([]);
});

test('the image runs the product as an unprivileged user, on the exposed port', () => {
  expect(only(final, 'USER')).not.toMatch(/^(?:root|0)\b/);
  expect(final.findIndex(({ name }) => name === 'USER')).toBeLessThan(final.findIndex(({ name }) => name === 'CMD'));
  expect(unknownSettings(Object.keys(imageEnv))).toEqual([]);
  expect(only(final, 'EXPOSE')).toBe(imageEnv.PORT);
  expect(only(final, 'VOLUME')).toBe(imageEnv.DATA_DIR);
  const [program, script = '', task] = JSON.parse(only(final, 'CMD')) as string[];
  expect([program, npmScripts[task ?? '']]).toEqual(['node', `node ${script} ${task}`]);
});

test('the health check of the image fails without a healthy server', async () => {
  const [, source = ''] = /CMD node -e "(.*)"$/.exec(only(final, 'HEALTHCHECK')) ?? [];
  const [, path = ''] = /'http:\/\/127\.0\.0\.1:3000(\/api\/\w+)'/.exec(source) ?? [];
  expect(imageEnv.PORT).toBe('3000');
  let status = 200;
  const asked: unknown[] = [];
  const server = createServer(({ url }, reply) => {
    asked.push(url);
    reply.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const check = () => runCommand(process.execPath, ['-e', source.replace(':3000', `:${port}`)]);
  expect((await check()).code).toBe(0);
  status = 503;
  expect((await check()).code).toBe(1);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  expect((await check()).code).toBe(1);
  expect(asked).toEqual([path, path]);
  expect(read('apps/api/src/operations/health.ts')).toContain(`'${path.replace('/api', '')}'`);
});

test('compose.yaml uses existing files, settings, volumes and ports', () => {
  const { services, volumes } = parse(read('docs/recipes/compose.yaml'));
  const { build, environment, env_file: files, volumes: mounts } = services.threadline;
  expect(existsSync(join(root, 'docs/recipes', build.context, build.dockerfile))).toBe(true);
  expect(join('docs/recipes', build.context)).toBe('.');
  expect(unknownSettings(Object.keys(environment))).toEqual([]);
  // All settings, and the build context leaves that file out. It must not change what the image depends on.
  expect(files.map(({ path }: { path: string }) => join('docs/recipes', path))).toEqual(['.env']);
  expect(environment).toMatchObject(imageEnv);
  expect(mounts).toEqual([`data:${imageEnv.DATA_DIR}`]);
  expect(services.caddy.environment.UPSTREAM).toBe(`threadline:${imageEnv.PORT}`);
  const used = new Set([...read('docs/recipes/Caddyfile').matchAll(/\{\$([A-Z_]+)/g)].map(([, name]) => name));
  expect(new Set(Object.keys(services.caddy.environment))).toEqual(used);
  const sources = [...mounts, ...services.caddy.volumes].map((mount: string) => mount.split(':', 1)[0] ?? '');
  const named = sources.filter((source) => !source.startsWith('.'));
  expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
  for (const source of sources.filter((name) => name.startsWith('.')))
    expect(existsSync(join(root, 'docs/recipes', source)), source).toBe(true);
});

test('the systemd unit starts an existing script with existing settings [L7]', () => {
  const unit = read('docs/recipes/threadline.service');
  const [, script = '', task = ''] = /^ExecStart=\/usr\/bin\/env node (\S+) (\w+)$/m.exec(unit) ?? [];
  expect(npmScripts[task]).toBe(`node ${script} ${task}`);
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name ?? '');
  expect([names.length > 0, unknownSettings(names)]).toEqual([true, []]);
});

test('threadline-cli runs commands as the systemd unit does', async () => {
  const unit = read('docs/recipes/threadline.service').split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o700 });
  const { code, output } = await runCommand(join(root, 'docs/recipes/threadline-cli'), ['user', 'reset', 'a b'], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  expect(code).toBe(0);
  const passed = output.trimEnd().split('\n');
  const properties = passed.filter((_, index) => passed[index - 1] === '-p');
  expect(properties.filter((property) => !unit.includes(property))).toEqual([]);
  // Without these, the data would get another owner, or another installation would be meant.
  const needed = /^(?:User|DynamicUser|StateDirectory|UMask|WorkingDirectory|Environment|EnvironmentFile)\b/;
  expect(properties).toEqual(expect.arrayContaining(unit.filter((line) => needed.test(line))));
  const program = (unit.find((line) => line.startsWith('ExecStart=')) ?? '').slice('ExecStart='.length).split(' ');
  expect(passed.slice(-7)).toEqual([...program.slice(0, -1), 'cli', 'user', 'reset', 'a b']);
});

const workflows = readdirSync(join(root, '.github/workflows'));

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

test.each(workflows)('%s: pinned actions, minimal permissions, and existing scripts', (name) => {
  const text = read(`.github/workflows/${name}`);
  const { jobs, permissions } = parse(text) as { jobs: Record<string, { steps: Step[] }>; permissions: unknown };
  expect(permissions).toEqual({ contents: 'read' });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  for (const { uses, run, env = {}, with: given } of steps) {
    // By commit, because a tag can be moved. The version beside it is for people.
    if (uses) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
    if (uses) expect(text).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm'));
    if (uses?.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
    if (run !== undefined) expect(whyNotRunnable(run)).toBeUndefined();
    expect(unknownSettings(Object.keys(env))).toEqual([]);
  }
});

function whyNotRunnable(run: string): string | undefined {
  const script = /^npm run ([\w:-]+)$/.exec(run)?.[1];
  if (script) return npmScripts[script] ? undefined : `There is no script ${script}.`;
  try {
    accessSync(join(root, run), constants.X_OK);
  } catch {
    return `${run} cannot be run.`;
  }
  const { status, stderr } = spawnSync('bash', ['-n', join(root, run)], { encoding: 'utf8' });
  return status === 0 ? undefined : stderr;
}

test('the workflow uses the repository variables that operations.md lists', () => {
  const workflow = read('.github/workflows/regenerate-site.yml');
  const [, section = ''] = read('docs/operations.md').split('`.github/workflows/regenerate-site.yml` runs that build');
  const table = section.split('Known limits', 1)[0] ?? '';
  const named = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(['CONTENT_URL', 'SITE_URL', 'API_URL', 'ALLOW_PLACEHOLDERS']);
  for (const name of named) expect(workflow).toMatch(new RegExp(`${name}: .*vars\\.${name}`));
});

test("only the product's container can access the data folder", () => {
  const { services } = parse(read('docs/recipes/compose.yaml')) as { services: Record<string, { volumes: string[] }> };
  const seeing = Object.keys(services).filter((name) =>
    services[name]?.volumes.some((each) => each.startsWith('data:')),
  );
  expect(seeing).toEqual(['threadline']);
});
