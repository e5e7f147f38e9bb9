import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { EnquiryValues } from './enquiry-form.ts';
import { clearIdempotencyKey, createRequest, readOutcome } from './send-enquiry.ts';

const texts = {
  success: 'Sent.',
  reference: 'Reference {reference}',
  due: 'By {time}.',
  failure: 'Try again later.',
  invalidReply: 'Invalid response.',
  refused: 'Failed to send.',
};

async function sendTo(answer: RequestListener, values: EnquiryValues = { companyName: 'A' }) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { body, key } = createRequest(values);
  const headers = { 'idempotency-key': key };
  const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  const outcome = await readOutcome(reply, texts);
  await new Promise((resolve) => server.close(resolve));
  return outcome;
}

test('an accepted enquiry shows the success text with its reference and the time of the reply in India', async () => {
  const body = JSON.stringify({ success: true, reference: 'ENQ-7', dueAt: '2026-11-23T13:00:00Z' });
  expect(await sendTo((_, reply) => reply.end(body))).toEqual({
    isSent: true,
    message: 'Sent. (ENQ-7)',
    summary: ['Sent.', 'Reference ENQ-7', expect.stringMatching(/^By Mon,? 23 Nov,? 6:30\spm\.$/)],
  });
  const bare = { isSent: true, message: 'Sent.', summary: ['Sent.'] };
  expect(await sendTo((_, reply) => reply.end('{"success":true}'))).toEqual(bare);
});

test('a refusal shows what the server says, or the general text', async () => {
  const refused = (body: string) => sendTo((_, reply) => reply.writeHead(422).end(body));
  expect(await refused('{"message":"Email is invalid"}')).toEqual({ isSent: false, message: 'Email is invalid' });
  expect(await refused('{"message":""}')).toEqual({ isSent: false, message: 'Failed to send.' });
});

test.each(['<html>', '', '"text"', 'null'])('the reply %j is unreadable', async (body) => {
  expect(await sendTo((_, reply) => reply.end(body))).toEqual({ isSent: false, message: 'Invalid response.' });
});

test('an enquiry that has waited too long has failed', async () => {
  expect(await readOutcome(undefined, texts)).toEqual({ isSent: false, message: 'Try again later.' });
});

async function sentBy(
  values: EnquiryValues,
): Promise<{ key: IncomingMessage['headers'][string]; body: EnquiryValues }> {
  const sent = { key: undefined as IncomingMessage['headers'][string], body: {} as EnquiryValues };
  await sendTo(async (request, reply) => {
    sent.key = request.headers['idempotency-key'];
    sent.body = (await json(request)) as EnquiryValues;
    reply.writeHead(500).end();
  }, values);
  return sent;
}

test('the same enquiry has the same key when it is sent again, another one has another', async () => {
  const [first, again, other] = [
    await sentBy({ companyName: 'A', message: 'Help' }),
    await sentBy({ companyName: 'A', message: 'Help' }),
    await sentBy({ companyName: 'A', message: 'Help us' }),
  ];
  expect(first.key).toMatch(/^\d+(-\d+){3}$/);
  expect(again.key).toBe(first.key);
  expect(other.key).not.toBe(first.key);
});

test('the browser keeps an enquiry until it is cleared, whatever the response', async () => {
  const readStored = () => sessionStorage.getItem('last-sent');
  await sendTo((_, reply) => reply.writeHead(500).end(), { companyName: 'Example Mills' });
  expect(readStored()).toContain('Example Mills');
  await sendTo((_, reply) => reply.end('<html>'), { companyName: 'Example Mills' });
  expect(readStored()).toContain('Example Mills');
  await sendTo((_, reply) => reply.end('{"success":true}'), { companyName: 'Example Mills' });
  expect(readStored()).toContain('Example Mills');
  clearIdempotencyKey();
  expect(readStored()).toBeNull();
});

test('the time the form was open is sent, and does not change the idempotency key', async () => {
  const first = await sentBy({ companyName: 'A', filledMs: '4000' });
  const again = await sentBy({ companyName: 'A', filledMs: '9000' });
  expect([first.body.filledMs, again.body.filledMs]).toEqual(['4000', '9000']);
  expect(again.key).toBe(first.key);
});

test('a phone number is sent in E.164, or as it was typed where none can be made out', async () => {
  expect((await sentBy({ phone: '098765 43210' })).body.phone).toBe('+919876543210');
  expect((await sentBy({ phone: 'extension 12' })).body.phone).toBe('extension 12');
});
