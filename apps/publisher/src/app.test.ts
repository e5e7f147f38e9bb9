import { problemSchema } from '@threadline/schema/problem';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createPreviewScene } from '../test/preview-scene.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
const event = JSON.stringify({
  type: 'content.published',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { revision: 7 },
});
const minuteMs = 60_000;

const scene = createPreviewScene();

function start({ notReady }: { notReady?: string } = {}) {
  const app = scene.create({ webhookSecret: secret, notReady });
  scene.revisions.length = 0;
  const send = (body: string, headers: Record<string, string>) =>
    app.request('/hooks', { method: 'POST', body, headers });
  return { app, revisions: scene.revisions, send };
}

function sign(body: string, { at = new Date(), by = secret }: { at?: Date; by?: string } = {}): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
}

test('a signed event is accepted and passed on [W1]', async () => {
  const { send, revisions } = start();
  const response = await send(event, sign(event));
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ success: true });
  expect(revisions).toEqual([7]);
});

test('during a change of secrets, one of two signatures is enough [W2, W12]', async () => {
  const { send } = start();
  const headers = sign(event);
  const other = sign(event, { by: `whsec_${Buffer.from('another secret').toString('base64')}` });
  headers['webhook-signature'] = `${other['webhook-signature']} ${headers['webhook-signature']}`;
  expect((await send(event, headers)).status).toBe(202);
});

test.each([
  ['no signature', {}],
  ['a signature by another secret', sign(event, { by: `whsec_${Buffer.from('another secret').toString('base64')}` })],
  ['a signature over another body', sign(event.replace('7', '8'))],
  ['a timestamp six minutes old', sign(event, { at: new Date(Date.now() - 6 * minuteMs) })],
  ['a timestamp six minutes ahead', sign(event, { at: new Date(Date.now() + 6 * minuteMs) })],
  ['a changed timestamp', { ...sign(event), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) }],
  ['a signature of another version', { ...sign(event), 'webhook-signature': 'v2,AAAA' }],
  ['a signature that is none', { ...sign(event), 'webhook-signature': 'v1' }],
])('an event with %s is refused [W2, W3, W4]', async (_case, headers: Record<string, string>) => {
  const { send, revisions } = start();
  const response = await send(event, headers);
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(problemSchema.parse(await response.json()).code).toBe('unauthenticated');
  expect(revisions).toEqual([]);
});

test.each([
  ['broken JSON', '{"type":'],
  ['nothing', ''],
  ['another kind of event', event.replace('content.published', 'user.created')],
  ['a revision that is no number', event.replace('7', '"seven"')],
  ['JSON that is no event', 'null'],
])('a signed body with %s is refused', async (_case, body) => {
  const { send, revisions } = start();
  const response = await send(body, sign(body));
  expect(response.status).toBe(400);
  expect(problemSchema.parse(await response.json()).code).toBe('malformed-request');
  expect(revisions).toEqual([]);
});

test('a body that no event needs is refused before it is read whole', async () => {
  const { send } = start();
  const body = 'x'.repeat(64 * 1024 + 1);
  const response = await send(body, sign(body));
  expect(response.status).toBe(413);
  expect(problemSchema.parse(await response.json()).code).toBe('payload-too-large');
});

test('liveness says why nothing can be rendered', async () => {
  expect((await start().app.request('/livez')).status).toBe(200);
  const response = await start({ notReady: 'The compiled site is not loaded.' }).app.request('/livez');
  expect(response.status).toBe(503);
  expect(problemSchema.parse(await response.json()).detail).toBe('The compiled site is not loaded.');
});

test('other addresses are answered with a problem', async () => {
  const response = await start().app.request('/');
  expect(response.status).toBe(404);
  expect(problemSchema.parse(await response.json()).code).toBe('not-found');
});
