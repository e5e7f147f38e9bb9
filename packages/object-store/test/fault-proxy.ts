import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { startServer } from './start-server.ts';

type Answer = (request: IncomingMessage, reply: ServerResponse) => unknown;

/** Starts a proxy in front of an object store. @param url as in settings */
export async function startFaultProxy(url: string) {
  const { host, port } = new URL(url.slice('s3+'.length));
  const events = new EventEmitter();
  const paths: string[] = [];
  let answer: Answer | undefined;
  const forward: RequestListener = (incoming, reply) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (found) => {
      reply.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(reply);
    });
    forwarded.on('error', () => reply.destroy());
    incoming.on('error', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
  const address = await startServer((incoming, reply) => {
    paths.push(`${incoming.method} ${incoming.url}`);
    events.emit('request');
    if (answer) answer(incoming, reply);
    else forward(incoming, reply);
  });
  return {
    url: url.replace(host, new URL(address).host),
    forward,
    /** Method and path of every request so far. */
    paths,
    /** Resolves when the number of requests has reached `count`. */
    async untilRequests(count: number): Promise<void> {
      while (paths.length < count) await once(events, 'request');
    },
    /** Answers all further requests in place of the store; undefined forwards them. */
    setAnswer(next: Answer | undefined): void {
      answer = next;
    },
    /** Refuses the further requests for which `find` returns a status, and forwards the others. */
    refuseWhen(find: (method: string, path: string) => number | undefined): void {
      answer = (incoming, reply) => {
        const status = find(incoming.method ?? '', incoming.url ?? '');
        if (status === undefined) return forward(incoming, reply);
        incoming.resume();
        return reply.writeHead(status).end('<Error><Code>AccessDenied</Code></Error>');
      };
    },
  };
}
