import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendEnquiry } from './send-enquiry.ts';

const texts = {
  success: 'Sent.',
  failure: 'Try again later.',
  invalidReply: 'Invalid response.',
  refused: 'Failed to send.',
};

async function outcomeOf(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const outcome = await sendEnquiry(`http://127.0.0.1:${port}/`, { companyName: 'A' }, texts);
  await new Promise((resolve) => server.close(resolve));
  return outcome;
}

test('an accepted enquiry shows the success text with its reference', async () => {
  expect(await outcomeOf((_, reply) => reply.end('{"success":true,"reference":"TL-7"}'))).toEqual({
    isSent: true,
    message: 'Sent. (TL-7)',
  });
  expect(await outcomeOf((_, reply) => reply.end('{"success":true}'))).toEqual({ isSent: true, message: 'Sent.' });
});

test('a refusal shows what the server says, or the general text', async () => {
  const refused = (body: string) => outcomeOf((_, reply) => reply.writeHead(422).end(body));
  expect(await refused('{"message":"Email is invalid"}')).toEqual({ isSent: false, message: 'Email is invalid' });
  expect(await refused('{"message":""}')).toEqual({ isSent: false, message: 'Failed to send.' });
});

test.each(['<html>', '', '"text"', 'null'])('the reply %j is unreadable', async (body) => {
  expect(await outcomeOf((_, reply) => reply.end(body))).toEqual({ isSent: false, message: 'Invalid response.' });
});

test('no connection is a failure, not an exception', async () => {
  expect(await outcomeOf((request) => request.socket.destroy())).toEqual({
    isSent: false,
    message: 'Try again later.',
  });
});
