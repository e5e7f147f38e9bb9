import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the server handles the next connections; each entry is used for one message. */
export type ServerFault = 'refuse' | 'refuse-by-name' | 'put-off' | 'reset' | 'reset-after-taking' | 'slow';

const refusals: Partial<Record<ServerFault, (to: string) => { text: string; responseCode: number }>> = {
  refuse: () => ({ text: 'No such mailbox', responseCode: 550 }),
  'refuse-by-name': (to) => ({ text: `No mailbox of ${to}`, responseCode: 550 }),
  'put-off': () => ({ text: 'Try again later', responseCode: 451 }),
};

interface MailServerOptions {
  port?: number;
  /** Every connection has to sign in with it. */
  password?: string;
  /** Encrypted from the first byte, with a certificate that no client trusts. */
  isSecure?: boolean;
}

/** Starts a real mail server on the loopback network that can simulate faults. */
export async function startMailServer({ port = 0, password, isSecure = false }: MailServerOptions = {}) {
  const taken: { raw: string; to: string[] }[] = [];
  const faults: ServerFault[] = [];
  /** Addresses that this server rejects, with the reply code. */
  const unknown = new Map<string, number>();
  /** Senders that this server rejects. */
  const refusedSenders = new Set<string>();
  /** Texts that make the server drop the connection. */
  const poison = new Set<string>();
  const sockets = new Set<Socket>();
  const holds: { arrive: () => void; released: Promise<void> }[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    secure: isSecure,
    closeTimeout: 100,
    onAuth({ password: given }, _session, callback) {
      // Some servers repeat what they refuse.
      if (given !== password) return callback(Object.assign(new Error(`Not ${given}`), { responseCode: 535 }));
      callback(null, { user: 'anyone' });
    },
    onMailFrom({ address }, _session, callback) {
      const refusal = Object.assign(new Error('Sender not allowed'), { responseCode: 553 });
      callback(refusedSenders.has(address) ? refusal : undefined);
    },
    onRcptTo({ address }, _session, callback) {
      const responseCode = unknown.get(address);
      callback(responseCode ? Object.assign(new Error('No such mailbox'), { responseCode }) : undefined);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const hold = holds.shift();
        hold?.arrive();
        await hold?.released;
        const fault = nextFault(raw);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const refusal = fault && refusals[fault]?.(to.join(', '));
        if (refusal) return callback(Object.assign(new Error(refusal.text), refusal));
        if (fault === 'reset') return cut();
        if (fault === 'slow') return;
        taken.push({ raw, to });
        if (fault === 'reset-after-taking') return cut();
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  const nextFault = (raw: string) => ([...poison].some((text) => raw.includes(text)) ? 'reset' : faults.shift());
  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  server.server.on('connection', (socket: Socket) => {
    // Node crashes if the socket below a TLS connection is destroyed.
    if (isSecure) return;
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
    faults,
    unknown,
    refusedSenders,
    poison,
    taken,
    /** Holds the response to the next message until `release`; `arrived` resolves once the message is complete. */
    holdNext() {
      const [here, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ arrive: here.resolve, released: gone.promise });
      return { arrived: here.promise, release: gone.resolve };
    },
    messages: (): Promise<Email[]> => Promise.all(taken.map(({ raw }) => PostalMime.parse(raw))),
    async stop(): Promise<void> {
      cut();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
