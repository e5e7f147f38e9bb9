import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { post } from './deliveries.ts';
import type { Resolve } from './ssrf-guard.ts';

const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
const accept: RequestListener = (_, response) => response.writeHead(204).end();

async function listen(host: string, port: number, answer = accept) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, calls };
}

/** A resolver that answers something else each time. */
function turning(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = (host, _, done) => {
    const addresses = answers[asked.push(host) - 1] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  return { asked, resolve };
}

test('a host that changes its address after the check is called at the checked address [W7]', async () => {
  const checked = await listen('127.0.0.2', 0);
  const other = await listen('127.0.0.1', checked.port);
  const { asked, resolve } = turning(['127.0.0.2'], ['127.0.0.1']);
  expect(await post(`http://hook.example:${checked.port}/one`, message, { resolve })).toMatchObject({ status: 204 });
  expect([asked, checked.calls, other.calls]).toEqual([['hook.example'], ['/one'], []]);
});

test('every call resolves the host again, and is refused if one of its addresses is forbidden [W7]', async () => {
  const { port, calls } = await listen('127.0.0.1', 0);
  const { asked, resolve } = turning(['127.0.0.1'], ['127.0.0.1', '169.254.169.254']);
  const url = `http://hook.example:${port}/`;
  expect(await post(url, message, { resolve })).toMatchObject({ status: 204 });
  await expect(post(url, message, { resolve })).rejects.toThrow('169.254.169.254 is a link-local');
  expect([asked.length, calls.length]).toEqual([2, 1]);
});

test('a redirect is a response and is not followed [W6]', async () => {
  const inside = await listen('127.0.0.2', 0);
  const location = `http://127.0.0.2:${inside.port}/`;
  const { port } = await listen('127.0.0.1', 0, (_, response) => response.writeHead(307, { location }).end());
  expect(await post(`http://127.0.0.1:${port}/`, message)).toMatchObject({ status: 307 });
  expect(inside.calls).toEqual([]);
});

test('an endless response is aborted after its status [W8]', async () => {
  const cutOff = Promise.withResolvers<void>();
  const { port } = await listen('127.0.0.1', 0, (_, response) => {
    response.on('close', cutOff.resolve);
    const more = () => void (response.destroyed || response.write(Buffer.alloc(64 * 1024), () => setImmediate(more)));
    more();
  });
  expect(await post(`http://127.0.0.1:${port}/`, message)).toMatchObject({ status: 200 });
  await cutOff.promise;
});

test('an endpoint that does not respond, or sends its status byte by byte, times out [W8]', async () => {
  const { port: silent } = await listen('127.0.0.1', 0, () => {});
  await expect(post(`http://127.0.0.1:${silent}/`, message, { timeoutMs: 50 })).rejects.toThrow('aborted');
  const dripping = await listen('127.0.0.1', 0, ({ socket }) => {
    const drip = setInterval(() => socket.write('H'), 10);
    socket.on('close', () => clearInterval(drip)).write('HTTP/1.1 200 OK\r\nx-endless: ');
  });
  const call = post(`http://127.0.0.1:${dripping.port}/`, message, { timeoutMs: 200 });
  await expect(call).rejects.toThrow('aborted');
});

test('an endpoint that asks for another protocol fails at once [W8]', async () => {
  const cutOff = Promise.withResolvers<void>();
  const { port } = await listen('127.0.0.1', 0, ({ socket }) => {
    socket.on('close', cutOff.resolve);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  await expect(post(`http://127.0.0.1:${port}/`, message)).rejects.toThrow('another protocol');
  await cutOff.promise;
});
