import { afterEach } from 'vitest';
import { createEnquiryFixture } from './enquiry-fixture.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Calls the function after the current test. */
export function closeAfterTest(close: () => unknown): void {
  open.push(close);
}

/** Starts a mail server that ends with the test. */
export async function startServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port === undefined ? {} : { port });
  closeAfterTest(server.stop);
  return server;
}

/** Creates the API with a mail server; `sendDue` runs the due deliveries. */
export async function createMailFixture(env: Record<string, string> = {}) {
  const server = await startServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com', ...env });
  closeAfterTest(fixture.services.jobs.stop);
  return { ...fixture, server, sendDue: fixture.services.jobs.runDue };
}

/** Returns the Message-IDs of the received messages, in order. */
export const listMessageIds = async (server: MailServer) =>
  (await server.messages()).map(({ messageId }) => messageId ?? '');
