import { expect, test } from '../support/fixtures.ts';
import { readPage, type Session, signIn } from '../support/session.ts';
import { type Product, startProduct, until } from '../support/stack.ts';
import { copySeedWithoutImages } from '../support/use-product.ts';

let stack: Product;
let session: Session;

test.beforeAll(async () => {
  stack = await startProduct({ SEED_DIR: copySeedWithoutImages() });
  session = await signIn(stack.url);
});
test.afterAll(() => stack?.stop());

interface StatusReply {
  status: {
    state: string;
    revision: number;
    liveRevision: number;
    liveRelease: string;
    liveMs: number;
    faults: { section?: string; key?: string; detail: string }[];
  };
}
interface ContentReply {
  content: Record<string, Record<string, { value: unknown; updatedBy: string | null }>>;
}
const status = async () => (await session.call<StatusReply>('/api/publishing/status')).body.status;
const shows = (text: string) =>
  until(`the page shows "${text}"`, async () => (await readPage(stack.url)).includes(text));
const live = (revision: number) =>
  until(`revision ${revision} is live`, async () => {
    const now = await status();
    return now.state === 'live' && now.liveRevision >= revision && now;
  });

test('the seeded site is served after the start, complete and compressed, with its policy', async () => {
  const response = await fetch(stack.url, { headers: { 'accept-encoding': 'br' } });
  const html = await response.text();
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  expect(html).toContain('Build the company your growth plan assumes you already have.');
  expect(html).toMatch(/<\/html>\s*$/);
  const etag = response.headers.get('etag') ?? '';
  expect((await fetch(stack.url, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })).status).toBe(304);
});

test('a saved headline is called live only after it is on the public page', async () => {
  const headline = 'Every promise on one page & kept <on time>.';
  const { body } = await session.save('hero', 'title', headline);
  expect(body).toMatchObject({ success: true, message: 'Content updated successfully!' });
  await shows('Every promise on one page &amp; kept &lt;on time&gt;.');
  const now = await live(body.revision);
  expect(now.liveMs).toBeGreaterThan(0);
});

test('server-sent events report every state from saved to live', async () => {
  const controller = new AbortController();
  const response = await fetch(`${stack.url}/api/publishing/events`, {
    headers: { authorization: `Bearer ${session.token}` },
    signal: controller.signal,
  });
  const { body } = await session.save('hero', 'title', 'Watched on its way.');
  const seen: string[] = [];
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    const states = events
      .flatMap((event) => /^data: (\{.*\})$/m.exec(event)?.[1] ?? [])
      .map((data) => JSON.parse(data));
    seen.push(...states.filter(({ revision }) => revision === body.revision).map(({ state }) => state));
    if (seen.includes('live')) break;
  }
  controller.abort();
  expect(seen[0]).toBe('saved');
  expect(seen.at(-1)).toBe('live');
});

test('content without a session is the live content, with a session the working copy', async () => {
  const { body } = await session.save('about', 'heading', 'Our Mission, said anew');
  await live(body.revision);
  const open = await fetch(`${stack.url}/content`);
  const { content } = (await open.json()) as ContentReply;
  expect(content.about?.heading).toMatchObject({ value: 'Our Mission, said anew', updatedBy: null });
  const etag = open.headers.get('etag') ?? '';
  expect((await fetch(`${stack.url}/api/content`, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('a burst of 200 edits ends with the last one live, in few releases, and no visitor sees an incomplete page', async () => {
  const before = (await session.call<{ releases: unknown[] }>('/api/releases')).body.releases.length;
  let watching = true;
  const torn: string[] = [];
  const visitor = (async () => {
    while (watching) {
      const html = await readPage(stack.url);
      if (!/<\/html>\s*$/.test(html)) torn.push(html.slice(-80));
    }
  })();
  let revision = 0;
  for (let start = 0; start < 200; start += 10) {
    const saves = Array.from({ length: 10 }, (_, index) =>
      session.save('hero', 'title', `Edit number ${start + index} of the burst.`),
    );
    for (const { body } of await Promise.all(saves)) revision = Math.max(revision, body.revision);
  }
  const last = await session.save('hero', 'title', 'The last edit of the burst.');
  await live(last.body.revision);
  watching = false;
  await visitor;
  expect(torn).toEqual([]);
  expect(await readPage(stack.url)).toContain('The last edit of the burst.');
  const after = (await session.call<{ releases: unknown[] }>('/api/releases')).body.releases.length;
  expect(last.body.revision).toBeGreaterThan(revision - 1);
  expect(after - before).toBeLessThanOrEqual(20);
});

test('a dead link is refused when it is saved, and so is removing the target of a link', async () => {
  const dead = await session.save('site', 'nav-nowhere', { label: 'Nowhere', href: '#nowhere' });
  expect([dead.status, dead.body.message]).toEqual([
    422,
    expect.stringMatching(/^No page or section has this address/),
  ]);
  const removed = await session.call('/api/content/services/service-hiring', { method: 'DELETE' });
  expect([removed.status, removed.body.message]).toEqual([409, expect.stringMatching(/has a link to this/)]);
});

test('a rollback restores an older release in one call and pauses publishing until it is resumed [R27]', async () => {
  const first = await session.save('hero', 'title', 'The release to come back to.');
  const { liveRelease } = await live(first.body.revision);
  const second = await session.save('hero', 'title', 'A release that was a mistake.');
  await live(second.body.revision);
  expect((await session.call(`/api/releases/${liveRelease}/rollback`, { method: 'POST' })).status).toBe(200);
  await shows('The release to come back to.');
  await session.save('hero', 'title', 'Saved while on hold.');
  expect((await status()).state).toBe('rolled-back');
  expect(await readPage(stack.url)).toContain('The release to come back to.');
  expect((await session.call('/api/releases/resume', { method: 'POST' })).status).toBe(200);
  await shows('Saved while on hold.');
});
