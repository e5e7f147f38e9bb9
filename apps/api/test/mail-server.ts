import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does to the next connections; each entry is used up by one message. */
export type Trouble = 'refuse' | 'put-off' | 'reset' | 'reset-after-taking' | 'slow';

/** A real mail server on the loopback network that can be told to misbehave. */
export async function startMailServer(port = 0) {
  const taken: { raw: string; to: string[] }[] = [];
  const troubles: Trouble[] = [];
  /** Addresses that this server does not take, with the number of its answer. */
  const unknown = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const responseCode = unknown.get(address);
      callback(responseCode ? Object.assign(new Error('No such mailbox'), { responseCode }) : undefined);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const trouble = troubles.shift();
        const answer = (code: number, text: string) => callback(Object.assign(new Error(text), { responseCode: code }));
        if (trouble === 'refuse') return answer(550, 'No such mailbox');
        if (trouble === 'put-off') return answer(451, 'Try again later');
        if (trouble === 'reset') return cut();
        if (trouble === 'slow') return;
        taken.push({
          raw: Buffer.concat(chunks).toString('utf8'),
          to: session.envelope.rcptTo.map(({ address }) => address),
        });
        if (trouble === 'reset-after-taking') return cut();
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: usedPort } = server.server.address() as AddressInfo;

  return {
    port: usedPort,
    url: `smtp://127.0.0.1:${usedPort}`,
    troubles,
    unknown,
    taken,
    messages: (): Promise<Email[]> => Promise.all(taken.map(({ raw }) => PostalMime.parse(raw))),
    async stop(): Promise<void> {
      cut();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
