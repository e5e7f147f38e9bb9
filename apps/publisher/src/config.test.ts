import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTempFolder } from '../test/temp-folder.ts';
import { loadConfig, loadSecrets } from './config.ts';

const folder = useTempFolder();

test('the default settings use the loopback address', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    http: { host: '127.0.0.1' },
    pollIntervalMs: 2000,
    retention: { releases: 50, days: 90 },
  });
  expect(config.publicUrl).toBe(config.apiUrl);
  expect(config.rendererDir).toMatch(/apps\/site\/dist-renderer$/);
});

test('trailing slashes of URLs are removed', () => {
  const config = loadConfig({ API_URL: 'http://api.example/', PUBLIC_URL: 'https://www.example.org/' });
  expect(config).toMatchObject({ apiUrl: 'http://api.example', publicUrl: 'https://www.example.org' });
});

test('all errors are reported at once', () => {
  const run = () =>
    loadConfig({ PUBLISHER_PORT: 'x', API_URL: 'nowhere', WEBHOOK_SECRET: 'short', KEEP_RELEASES: '0' });
  expect(run).toThrow(/PUBLISHER_PORT.+API_URL.+WEBHOOK_SECRET.+KEEP_RELEASES/s);
});

test('missing secrets are created once, readable only by their owner', () => {
  const config = loadConfig({ DATA_DIR: folder() });
  const first = loadSecrets(config);
  expect(first.webhook).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(loadSecrets(config)).toEqual(first);
  expect(statSync(join(folder(), 'keys', 'webhook-secret')).mode & 0o777).toBe(0o600);
});

test('secrets from the environment are not written to disk', () => {
  const env = { DATA_DIR: folder(), WEBHOOK_SECRET: 'whsec_AAAA', PUBLISHER_TOKEN: 't'.repeat(32) };
  expect(loadSecrets(loadConfig(env))).toEqual({ webhook: 'whsec_AAAA', token: 't'.repeat(32) });
  expect(() => statSync(join(folder(), 'keys'))).toThrow(/ENOENT/);
});
