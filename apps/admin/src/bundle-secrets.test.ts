import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import config from '../vite.config.ts';

/** Builds this module with the admin's own configuration. */
async function bundle(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const input = join(folder, 'entry.js');
  writeFileSync(input, code);
  const options = { ...config.build, write: false, rolldownOptions: { ...config.build?.rolldownOptions, input } };
  const made = await build({
    ...config,
    root: folder,
    configFile: false,
    plugins: [],
    build: options,
    logLevel: 'silent',
  });
  const { output } = made as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === 'chunk' ? file.code : String(file.source))).join('\n');
}

test('code that reads the whole environment gets nothing from the build machine [X12]', async () => {
  const names = ['SMTP_URL', 'ADMIN_PASSWORD', 'WEBHOOK_SECRET', 'PUBLISHER_TOKEN', 'DATA_DIR', 'HOME'];
  for (const name of names) vi.stubEnv(name, `canary-${name}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const asked = names.map((name) => `import.meta.env.${name}, process.env.${name}`);
  const made = await bundle(`console.log('asked', import.meta.env, ${asked.join(', ')});`);
  expect(made).toContain('asked');
  expect(made).not.toContain('canary-');
});

test('the build has no source maps and no paths of the build machine [X12]', () => {
  const dist = join(import.meta.dirname, '../dist');
  // The build manifest is not served: see the API's `operations/serve-admin.ts`.
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.'));
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(20);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  const texts = files.filter((name) => /\.(?:js|css|html|json)$/.test(name));
  const telling = texts.filter((name) =>
    /sourceMappingURL=|node_modules\/\.pnpm|file:\/\/\//.test(readFileSync(join(dist, name), 'utf8')),
  );
  expect(telling).toEqual([]);
});
