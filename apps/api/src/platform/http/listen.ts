import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Config } from '../../config.ts';
import { guardRefusals } from './default-headers.ts';
import { adapterOptions, limitBodyTime } from './server-limits.ts';

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Starts a server with the limits that every request has.
 *
 * @returns it, once it listens
 * @throws Error whose message is a sentence for the operator
 */
export async function listen(fetch: Fetch, { http: { port, host } }: Pick<Config, 'http'>): Promise<Server> {
  const server = serve({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    port,
    hostname: host,
    ...adapterOptions,
  }) as Server;
  limitBodyTime(server);
  guardRefusals(server);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new Error(code === 'EADDRINUSE' ? `Port ${port} on ${host} is taken. Choose another one with PORT.` : message),
      ),
    );
  });
  return server;
}
