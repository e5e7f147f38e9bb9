import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** As little as a page can be: what it takes to show it is the connection, the first response and the browser. */
const barePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Bare page</title>
    <style>body { margin: 2rem; background: #0b2c4f; color: #fff; font: 1rem/1.6 sans-serif }</style>
  </head>
  <body><h1>Build the company your growth plan assumes</h1><p>A page with one paragraph.</p></body>
</html>`;

/** Starts a server that shows the bare page beside the pages of the product, so that both are served alike. */
export async function serveWithBarePage(productUrl: string) {
  const body = brotliCompressSync(barePage);
  const server = createServer((incoming, response) => {
    if (incoming.url === '/bare.html') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(body);
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(`${productUrl}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { pageUrl: `${url}/`, bareUrl: `${url}/bare.html`, close: () => server.close() };
}
