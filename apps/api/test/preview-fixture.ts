import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RenderedPath, RenderRequest } from '@threadline/schema/wire/preview';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { createApp, createServices } from '../src/app.ts';
import { sweepRetention } from '../src/privacy/retention.ts';
import { createAccountFixture } from './account-fixture.ts';
import { send } from './test-app.ts';

const known = ['/', '/terms/', '/404/', '/art/landing.0123abcd.svg'];

interface Asked {
  authorization: string | undefined;
  request: RenderRequest;
}

/** Starts a fake publisher: its pages contain the title from which they were made. */
export async function startFakePublisher(refuse: () => { status: number; body?: unknown } | undefined) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as RenderRequest;
    asked.push({ authorization: request.headers.authorization, request: body });
    const refusal = refuse();
    const reply = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (refusal) reply(refusal.status, refusal.body ?? {});
    else if (known.includes(body.path)) reply(200, renderPage(body));
    else reply(404, { detail: 'The site has no such page.' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  onTestFinished(close);
  return { asked, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function renderPage({ path, snapshot, isTagged }: RenderRequest): RenderedPath {
  const title = snapshot.items.find(({ section, key }) => section === 'hero' && key === 'title')?.value;
  const body = `<body><h1>${title}</h1><a href="/terms/#guarantee">Terms</a> <a class="x" href="/">Home</a> <a href="#contact">Contact</a>
<a href="/admin/">Admin</a> <a href="https://example.org/terms/">Elsewhere</a><use href="/art/landing.0123abcd.svg#a"/></body>`;
  return {
    status: path === '/404/' ? 404 : 200,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'self' 'sha256-y'; script-src 'self' 'sha256-x'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'",
    },
    body: path.endsWith('.svg') ? '<svg id="a"/>' : body,
    fields: isTagged ? [{ section: 'hero', key: 'title', pointer: '' }] : [],
  };
}

/** Creates the whole API with a signed-in user, a saved headline, and a fake publisher. */
export async function createPreviewFixture({ withPublisher = true } = {}) {
  const fixture: { refusal: { status: number; body?: unknown } | undefined } = { refusal: undefined };
  const publisher = await startFakePublisher(() => fixture.refusal);
  const { deps, addUser, signIn } = createAccountFixture(withPublisher ? { PUBLISHER_URL: publisher.url } : {});
  const services = createServices(deps);
  services.content.save([{ section: 'hero', key: 'title', value: 'Saved words' }], null);
  const app = new Hono().route('/', createApp(deps, services));
  const editor = await addUser('Editor');
  const { token } = await signIn(editor);
  return Object.assign(fixture, {
    deps,
    app,
    addUser,
    signIn,
    editor,
    token,
    signInAgain: async () => (await signIn(editor)).token,
    publisher,
    services,
    sweep: () => sweepRetention(deps, services.queries),
    content: services.content,
    call: (path: string, options: Parameters<typeof send>[2] = {}) => send(app, path, { token, ...options }),
    preview: (body: unknown) => send(app, '/api/preview', { token, body }),
    visit: (path: string) => send(app, path),
  });
}
