import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { expect, onTestEnd, prepared, test } from '../support/fixtures.ts';
import { findProgram, type ProxyReply, request, startProxy } from '../support/reverse-proxy.ts';
import { freePort, root } from '../support/stack.ts';

const siteUrl = prepared.siteUrl;
const dataDir = prepared.siteDataDir;
const upstream = siteUrl.replace('http://localhost', '127.0.0.1');
const recipe = (name: string) => join(root, 'docs/recipes', name);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-front-'));
  onTestEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Checks the responses that visitors must get through any reverse proxy. */
async function expectWholeSite(front: string, host?: string): Promise<void> {
  const headers = { 'accept-encoding': 'br, gzip', ...(host && { host }) };
  const [page, direct] = await Promise.all([request(`${front}/`, { headers }), request(`${siteUrl}/`, { headers })]);
  expect(page.status).toBe(200);
  expect(page.body.equals(direct.body)).toBe(true);
  expect(readSecurityHeaders(page)).toEqual(readSecurityHeaders(direct));
  expect(page.headers.etag).toBe(direct.headers.etag);
  expect(page.headers.server ?? '').not.toMatch(/\d/);

  const plain = await request(`${front}/`, { headers: host ? { host } : {} });
  const [, asset = ''] = /["(](\/_astro\/[^")]+\.(?:css|js))/.exec(plain.body.toString()) ?? [];
  expect(asset).not.toBe('');
  const file = await request(front + asset, { headers });
  await expectGuarded(file, 200);
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers['content-encoding']).toMatch(/br|gzip/);
  // It was served from disk: the product would have sent its own ETag.
  expect(file.headers.etag).not.toBe((await request(siteUrl + asset, { headers })).headers.etag);

  expect((await request(`${front}/_astro/gone.js`, { headers })).status).toBe(404);
  expect((await request(`${front}/nowhere/`, { headers })).status).toBe(404);
  expect((await request(`${front}/admin/`, { headers })).status).toBe(200);
  expect((await request(`${front}/api/health`, { headers })).status).toBe(200);
  for (const path of ['/api/internal/target', '/api/%69nternal/target', '//api/internal/target'])
    await expectGuarded(await request(front + path, { headers }), 404);
}

const guards = [
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'x-frame-options',
  'content-security-policy',
];
const readSecurityHeaders = ({ headers }: ProxyReply) => guards.map((name) => `${name}: ${headers[name]}`);

/** Checks that a response of the reverse proxy has the security headers of the product. */
async function expectGuarded(reply: ProxyReply, status: number): Promise<void> {
  expect(reply.status).toBe(status);
  expect(readSecurityHeaders(reply)).toEqual(readSecurityHeaders(await request(`${siteUrl}/api/health`)));
}

/** A link from a message, while the product restarts. */
const secretLink = '/api/my-data/view?token=a-secret-of-somebody';

const caddy = findProgram('caddy', 'CADDY_PROGRAM');

/** Returns its address, and a function that returns its log. */
async function startCaddy(
  upstreamAddress: string,
  config = recipe('Caddyfile'),
): Promise<{ front: string; log: () => string }> {
  const front = `http://127.0.0.1:${await freePort()}`;
  const own = scratch();
  const env = {
    SITE_ADDRESS: front,
    DATA_DIR: dataDir,
    UPSTREAM: upstreamAddress,
    XDG_DATA_HOME: own,
    XDG_CONFIG_HOME: own,
  };
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  return { front, log: await startProxy(caddy ?? '', args, front, env) };
}

test('the Caddyfile serves a release (skipped where Caddy is not installed)', async () => {
  test.skip(!caddy);
  await expectWholeSite((await startCaddy(upstream)).front);
});

test('responses of Caddy itself have the security headers (skipped where Caddy is not installed) [X4]', async () => {
  test.skip(!caddy);
  const { front, log } = await startCaddy(`127.0.0.1:${await freePort()}`);
  await expectGuarded(await request(front + secretLink), 502);
  expect(log()).toContain('serving initial configuration');
  expect(log()).not.toContain('a-secret-of-somebody');
});

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const isRoot = process.getuid?.() === 0;
const nginx = findProgram('nginx', 'NGINX_PROGRAM');

/** Returns its addresses, and a function that returns its log. */
async function startNginx(
  upstreamAddress: string,
  more: [string, string][] = [],
): Promise<{ front: string; plain: string; log: () => string }> {
  const folder = scratch();
  const [port, plainPort] = await Promise.all([freePort(), freePort()]);
  const key = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...key.split(' '), ...files], { stdio: 'ignore' });
  writeFileSync(
    join(folder, 'mime.types'),
    'types { text/html html; text/css css; text/javascript js; font/woff2 woff2; }',
  );
  // Only the marked lines of the file.
  const changes: [string, string][] = [
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/etc/nginx/mime.types', join(folder, 'mime.types')],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ['127.0.0.1:3000', upstreamAddress],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['/etc/ssl/threadline', folder],
    ['/srv/threadline/data', dataDir],
    // The folders and user of an installation.
    ['sendfile on;', `${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')} sendfile on;`],
    ['worker_processes auto;', `${isRoot ? 'user root;' : ''} worker_processes 1;`],
    ...more,
  ];
  const text = changes.reduce(
    (conf, [from, to]) => conf.replaceAll(from, to),
    readFileSync(recipe('nginx.conf'), 'utf8'),
  );
  const conf = join(folder, 'nginx.conf');
  writeFileSync(conf, text);
  const front = `https://127.0.0.1:${port}`;
  const args = ['-c', conf, '-p', folder, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  await startProxy(nginx ?? '', args, front);
  const log = () => readFileSync(join(folder, 'error.log'), 'utf8');
  return { front, plain: `http://127.0.0.1:${plainPort}`, log };
}

/** Returns the TLS version that a server negotiates with a client that supports only this one. */
async function speakTls(address: string, version: SecureVersion): Promise<string | null> {
  const options = {
    minVersion: version,
    maxVersion: version,
    rejectUnauthorized: false,
    ciphers: 'DEFAULT@SECLEVEL=0',
  };
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port), ...options });
  try {
    await once(socket, 'secureConnect');
    return socket.getProtocol();
  } finally {
    socket.destroy();
  }
}

test('nginx.conf serves a release over TLS 1.2 and 1.3 only (skipped where nginx is not installed)', async () => {
  test.skip(!nginx);
  const { front, plain } = await startNginx(upstream);
  await expectWholeSite(front, 'www.example.com');
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) expect(await speakTls(front, version)).toBe(version);
  await expect(speakTls(front, 'TLSv1.1')).rejects.toThrow();
  const moved = await request(`${plain}/about?a=b`, { headers: { host: 'www.example.com' } });
  expect(moved.headers.location).toBe('https://www.example.com/about?a=b');
  await expectGuarded(moved, 301);
  await expect(request(`${plain}/about`, { headers: { host: 'elsewhere.example' } })).rejects.toThrow();
});

test('responses of nginx itself have the security headers (skipped where nginx is not installed) [X4]', async () => {
  test.skip(!nginx);
  const { front, log } = await startNginx(`127.0.0.1:${await freePort()}`);
  await expectGuarded(await request(front + secretLink), 502);
  expect(log()).not.toContain('a-secret-of-somebody');
  const tooLong = { method: 'POST', headers: { 'content-length': String(70 * 1024 * 1024) } };
  await expectGuarded(await request(`${front}/api/upload/multiple`, tooLong), 413);
  // Plain HTTP on a TLS port.
  await expectGuarded(await request(front.replace('https:', 'http:')), 400);
});

/** Returns the address of a server that answers with the `X-Forwarded-For` that it gets. */
async function startEcho(): Promise<string> {
  const server = createServer(({ headers }, reply) => reply.end(headers['x-forwarded-for']));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As Cloudflare sends it: the visitor has invented the first entry. */
const forwarded = '10.0.0.1, 203.0.113.7';
async function readForwarded(front: string, host?: string): Promise<string> {
  const headers = { 'x-forwarded-for': forwarded, ...(host && { host }) };
  return (await request(`${front}/api/health`, { headers })).body.toString();
}

test('nginx.conf passes the address of the visitor on: its own view, or that of Cloudflare after the documented change', async () => {
  test.skip(!nginx);
  const upstreamAddress = await startEcho();
  expect(await readForwarded((await startNginx(upstreamAddress)).front, 'www.example.com')).toBe('127.0.0.1');
  const from = 'proxy_set_header X-Forwarded-For $remote_addr;';
  const to = 'proxy_set_header X-Forwarded-For $http_x_forwarded_for;';
  expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain(to);
  const behind = await startNginx(upstreamAddress, [[from, to]]);
  expect(await readForwarded(behind.front, 'www.example.com')).toBe(forwarded);
});

test('the Caddyfile passes the address of the visitor on in the same way', async () => {
  test.skip(!caddy);
  const upstreamAddress = await startEcho();
  expect(await readForwarded((await startCaddy(upstreamAddress)).front)).toBe('127.0.0.1');
  const line = 'header_up X-Forwarded-For {http.request.header.X-Forwarded-For}';
  expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain(line);
  const changed = join(scratch(), 'Caddyfile');
  const text = readFileSync(recipe('Caddyfile'), 'utf8');
  writeFileSync(changed, text.replace(/reverse_proxy (\S+)/, `reverse_proxy $1 {\n${line}\n}`));
  const { front } = await startCaddy(upstreamAddress, changed);
  expect(await readForwarded(front)).toBe(forwarded);
});

const analyze = findProgram('systemd-analyze');

test('systemd-analyze accepts the unit (skipped where systemd is not installed) [L7]', () => {
  test.skip(!analyze);
  const folder = scratch();
  const unit = join(folder, 'threadline.service');
  // The installation folder does not exist on a test machine.
  writeFileSync(unit, readFileSync(recipe('threadline.service'), 'utf8').replace('/opt/threadline', root));
  expect(() => execFileSync(analyze ?? '', ['verify', '--man=no', unit], { stdio: 'pipe' })).not.toThrow();
});
