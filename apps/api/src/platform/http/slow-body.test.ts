import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type HttpBindings, serve } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountFixture, password } from '../../../test/account-fixture.ts';
import { picture } from '../../../test/image-fixture.ts';
import { footprint } from '../../../test/test-app.ts';
import { makeVideo } from '../../../test/video-fixture.ts';
import { createApp, createFetch, createServices } from '../../app.ts';
import { getRule } from '../../auth/policy.ts';
import { sessions as sessionsTable } from '../db/schema/core.ts';

const upload = '/api/upload/multiple';
const uploads = [upload, '/api/upload/image/:id/file', '/api/upload/image/:id/poster'];
const videoUpload = '/api/upload/video';
const uploadType = 'multipart/form-data; boundary=edge';

async function uploadBody(): Promise<Buffer> {
  const head = '--edge\r\ncontent-disposition: form-data; name="images"; filename="team.png"\r\n\r\n';
  return Buffer.concat([Buffer.from(head), Buffer.from(await picture()), Buffer.from('\r\n--edge--\r\n')]);
}

/** The whole server with a signed-in owner. */
async function createServer() {
  const fixture = createAccountFixture();
  const services = createServices(fixture.deps);
  const app = createApp(fixture.deps, services);
  const owner = await fixture.addUser('Owner', 'super_admin');
  const endSessions = () => fixture.deps.db.delete(sessionsTable).run();
  const signIn = async () => (await fixture.signIn(owner)).token;
  return { ...fixture, services, app, owner, endSessions, signIn };
}

const { app } = await createServer();
const changing = new Set(
  app.routes
    .filter(({ method, path }) => {
      const rule = getRule({ method, path });
      return (
        method !== 'ALL' && method !== 'GET' && rule !== undefined && !['anyone', 'link', 'publisher'].includes(rule)
      );
    })
    .map(({ method, path }) => `${method} ${path}`),
);

test('many routes change something', () => {
  expect(changing.size).toBeGreaterThan(60);
});

test.each([...changing])('%s does nothing for a session that ends while its body arrives', async (call) => {
  const { app, deps, endSessions, signIn } = await createServer();
  const [method = '', path = ''] = call.split(' ');
  const isUpload = uploads.includes(path);
  const bytes = isUpload ? await uploadBody() : Buffer.from('{}');
  const headers = {
    authorization: `Bearer ${await signIn()}`,
    'content-type': isUpload ? uploadType : 'application/json',
    'transfer-encoding': 'chunked',
  };
  let before: unknown;
  const body = new ReadableStream(
    {
      pull(controller) {
        endSessions();
        before = footprint(deps);
        controller.enqueue(new Uint8Array(bytes));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method, headers, body, duplex: 'half' } as RequestInit;
  const reply = await app.request(path.replaceAll(/:\w+/g, 'x'), init);
  const { code } = (await reply.json()) as { code?: string };
  expect([reply.status, code]).toEqual([401, 'unauthenticated']);
  if (!isUpload && path !== videoUpload) expect(footprint(deps)).toEqual(before);
});

/** The same over a network connection. */
async function listen() {
  const fixture = await createServer();
  const fetch = createFetch(fixture.app, fixture.services);
  const server = serve({ fetch: (got, env) => fetch(got, env as HttpBindings), port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const verified = vi.spyOn(fixture.services.sessions, 'verify');
  return { ...fixture, port: (server.address() as AddressInfo).port, verified };
}

async function replyTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [reply] = await once(sent, 'response');
  return reply;
}

const newUser = JSON.stringify({ name: 'New', email: 'new@example.org', password, role: 'super_admin' });
const slowCalls = [
  ['POST', '/auth/create-admin', 'application/json', async () => Buffer.from(newUser)],
  ['PUT', '/api/content/hero/title', 'application/json', async () => Buffer.from('{"value":"Taken over"}')],
  ['DELETE', '/api/upload/image/x', 'application/json', async () => Buffer.from('{"publicId":"x"}')],
  ['POST', '/api/export', 'application/json', async () => Buffer.from('{}')],
  ['POST', upload, uploadType, uploadBody],
  ['POST', videoUpload, 'video/mp4', async () => Buffer.from(await makeVideo())],
] as const;

test.each(slowCalls)(
  '%s %s is refused if the session ends before the last byte arrives',
  async (method, path, type, make) => {
    const { deps, port, verified, endSessions, signIn } = await listen();
    const bytes = await make();
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { authorization: `Bearer ${await signIn()}`, 'content-type': type, 'content-length': bytes.length },
    });
    sent.write(bytes.subarray(0, -1));
    await vi.waitFor(() => expect(verified.mock.settledResults[0]?.type).toBe('fulfilled'), 20_000);
    endSessions();
    const { rows } = footprint(deps) as { rows: unknown };
    sent.end(bytes.subarray(-1));
    const reply = await replyTo(sent);
    expect([reply.statusCode, await json(reply)]).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })]);
    expect((footprint(deps) as { rows: unknown }).rows).toEqual(rows);
  },
);
