import { problemSchema } from '@threadline/schema/wire/problem';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createPreviewFixture } from '../test/preview-fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
const event = JSON.stringify({
  type: 'content.published',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { revision: 7 },
});
const minuteMs = 60_000;

const fixture = createPreviewFixture();

function start({ notReady }: { notReady?: string } = {}) {
  const app = fixture.create({ webhookSecret: secret, notReady });
  fixture.revisions.length = 0;
  const send = (body: string, headers: Record<string, string>) =>
    app.request('/hooks', { method: 'POST', body, headers });
  return { app, revisions: fixture.revisions, send };
}

function sign(body: string, { at = new Date(), by = secret }: { at?: Date; by?: string } = {}): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
}

test('a signed event is accepted [W1]', async () => {
  const { send, revisions } = start();
  const response = await send(event, sign(event));
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ success: true });
  expect(revisions).toEqual([7]);
});

test('one of two signatures is enough during a change of secrets [W2, W12]', async () => {
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
  ['a malformed signature', { ...sign(event), 'webhook-signature': 'v1' }],
])('an event with %s is rejected [W2, W3, W4]', async (_case, headers: Record<string, string>) => {
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
  ['a revision that is not a number', event.replace('7', '"seven"')],
  ['JSON that is not an event', 'null'],
])('a signed body with %s is rejected', async (_case, body) => {
  const { send, revisions } = start();
  const response = await send(body, sign(body));
  expect(response.status).toBe(400);
  expect(problemSchema.parse(await response.json()).code).toBe('malformed-request');
  expect(revisions).toEqual([]);
});

test('a body larger than any event is rejected before it is read completely', async () => {
  const { send } = start();
  const body = 'x'.repeat(64 * 1024 + 1);
  const response = await send(body, sign(body));
  expect(response.status).toBe(413);
  expect(problemSchema.parse(await response.json()).code).toBe('payload-too-large');
});

test('the liveness check states why nothing can be rendered', async () => {
  expect((await start().app.request('/livez')).status).toBe(200);
  const response = await start({ notReady: 'The compiled site is not loaded.' }).app.request('/livez');
  expect(response.status).toBe(503);
  expect(problemSchema.parse(await response.json()).detail).toBe('The compiled site is not loaded.');
});

test('unknown paths get a problem response', async () => {
  const response = await start().app.request('/');
  expect(response.status).toBe(404);
  expect(problemSchema.parse(await response.json()).code).toBe('not-found');
});
