import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { send } from '../../../test/test-app.ts';
import { createLinkId, createLinkToken, readLinkId } from './link-token.ts';

const key = 'k'.repeat(64);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function createFixture() {
  const fixture = createEnquiryFixture();
  const email = 'sender@example.org';
  await fixture.receive();
  await send(fixture.app, '/api/newsletter', { body: { email } });
  await send(fixture.app, '/api/my-data', { body: { email } });
  const open = (path: string, token: string, method = 'GET') =>
    send(fixture.app, `${path}?token=${encodeURIComponent(token)}`, {
      method,
      ...(method === 'POST' && { body: '', headers: form }),
    });
  return { ...fixture, open };
}

test('a token is valid only with its own key and for its own purpose [C10]', () => {
  const id = createLinkId();
  const token = createLinkToken(key, 'my-data', id);
  expect(readLinkId(key, 'my-data', token)).toBe(id);
  expect(readLinkId(key, 'newsletter', token)).toBeUndefined();
  expect(readLinkId('l'.repeat(64), 'my-data', token)).toBeUndefined();
  for (const bad of [
    '',
    '.',
    id,
    token.slice(1),
    `${token}x`,
    token.slice(0, -1),
    `x${token}`,
    `${createLinkId()}.${token.slice(-43)}`,
  ])
    expect(readLinkId(key, 'my-data', bad)).toBeUndefined();
});

test('no text in the database is or contains the token of a link', async () => {
  const { deps, open, myDataToken, newsletterToken } = await createFixture();
  // Also rate limits of links are stored with a key.
  expect((await open('/api/my-data/withdraw', myDataToken(), 'POST')).status).toBe(200);
  const { $client } = deps.db;
  const tables = $client.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
  const dump = JSON.stringify(tables.map(({ name }) => $client.prepare(`select * from "${name}"`).all()));
  for (const token of [myDataToken(), newsletterToken()]) {
    expect(token).toMatch(/^[\w-]{65}$/);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(token.slice(-43));
  }
  const texts = new Set(dump.match(/[\w-]{16,}/g));
  expect(texts.size).toBeGreaterThan(5);
  for (const text of texts) {
    expect((await open('/api/my-data/view', text)).status).toBe(404);
    expect((await open('/api/newsletter/confirm', text)).status).toBe(404);
  }
});

test('composing a message creates the same working links on every attempt', async () => {
  const { services, mails, open } = await createFixture();
  const texts = mails()
    .filter(({ kind }) => kind === 'my-data' || kind === 'newsletter-confirmation')
    .map((mail) => {
      const compose = services.composeMail;
      expect(compose(mail)).toEqual(compose(mail));
      return compose(mail);
    });
  const tokenIn = (text = '', path = '') => new RegExp(`${path}\\?token=([^\\s>]+)`).exec(text)?.[1] ?? '';
  const [question, data] = texts;
  expect((await open('/api/newsletter/confirm', tokenIn(question?.text, 'confirm'))).status).toBe(200);
  const leave = tokenIn(question?.headers['List-Unsubscribe'], 'unsubscribe');
  expect((await open('/api/newsletter/unsubscribe', leave, 'POST')).status).toBe(200);
  expect((await open('/api/my-data/view', tokenIn(data?.text, 'view'))).text).toContain('Example Mills');
});

test('a new key ends the links of earlier messages', async () => {
  const { deps, open, myDataToken, newsletterToken } = await createFixture();
  const sent = { data: myDataToken(), newsletter: newsletterToken() };
  deps.secrets.mailLinkKey = 'x'.repeat(64);
  expect((await open('/api/my-data/view', sent.data)).status).toBe(404);
  expect((await open('/api/my-data/view', myDataToken())).status).toBe(200);
  expect((await open('/api/newsletter/confirm', sent.newsletter)).status).toBe(404);
  expect((await open('/api/newsletter/confirm', newsletterToken())).status).toBe(200);
});
