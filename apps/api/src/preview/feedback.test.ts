import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createPreviewFixture } from '../../test/preview-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { seedContent } from '../content/seed.ts';
import { publishing } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { dayMs, hourMs, minuteMs } from '../platform/durations.ts';

const comment = { kind: 'comment', name: 'Asha Rao', text: 'Shorter, please.', page: '/', revision: '1' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Creates a link, and functions for its visitor and for the editor. */
async function createReview() {
  const fixture = await createPreviewFixture();
  const { body } = await fixture.call('/api/preview/links', { body: { hours: 24 } });
  const path: string = body.path;
  const address = `${path}~feedback`;
  const post = (fields: Record<string, string>, { headers = {}, to = address, ...options } = {}) =>
    send(fixture.app, to, {
      method: 'POST',
      body: String(new URLSearchParams(fields)),
      headers: { ...formType, ...headers },
      ...options,
    });
  const list = async (token = fixture.token) => (await fixture.call('/api/preview/feedback', { token })).body.feedback;
  const actions = () =>
    fixture.deps.db.$client
      .prepare<[], string>(
        "select action || ' ' || subject from audit_log where action like 'preview-link.%' order by id",
      )
      .pluck()
      .all()
      .slice(1);
  return { ...fixture, path, address, link: body.link, post, list, actions };
}

test('a comment of a visitor is listed for editors and for everyone with the link', async () => {
  const { post, list, visit, address, actions, link } = await createReview();
  const text = 'कृपया छोटा करें।\r\nThanks';
  const { status, headers } = await post({ ...comment, text, section: 'hero', name: '  Asha   Rao ' });
  expect([status, headers.get('location')]).toEqual([303, `${address}?form=comment&page=%2F&revision=1&sent=1`]);
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      linkId: link.id,
      linkName: link.name,
      sharedBy: 'Editor',
      kind: 'comment',
      name: 'Asha Rao',
      text: 'कृपया छोटा करें।\nThanks',
      page: '/',
      section: 'hero',
      at: expect.any(String),
      changedItems: null,
      resolvedAt: null,
      resolvedBy: null,
    },
  ]);
  const page = await visit(headers.get('location') ?? '');
  expect(page.text).toContain('Your comment was sent. Editor can see it now.');
  expect(page.text).not.toContain('<form');
  expect(page.text).toContain('<p dir="auto">कृपया छोटा करें।\nThanks</p>');
  // The log is never erased, so it does not name the visitor.
  expect(actions()).toEqual(['preview-link.commented the link made by Editor']);
});

test('each form lists only what was sent by it, so that a comment is shown once', async () => {
  const { post, visit, address } = await createReview();
  await post(comment);
  await post({ ...comment, kind: 'change-request', text: 'A shorter headline' });
  const list = async (form: string) => {
    const { text } = await visit(`${address}?form=${form}`);
    return [text.match(/<h2>(.*?)<\/h2>/)?.[1], ...[...text.matchAll(/<\/strong> (.*)/g)].map(([, verb]) => verb)];
  };
  expect(await list('comment')).toEqual(['Comments so far', 'commented']);
  expect(await list('decision')).toEqual(['Decisions so far', 'requested changes']);
});

test('the name is remembered for this link only, out of the reach of scripts', async () => {
  const { post, app, address, path } = await createReview();
  const cookie = (await post(comment)).headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(new RegExp(`^preview-name=Asha%20Rao; Max-Age=86400; Path=${path}; HttpOnly; SameSite=Lax$`));
  const { text } = await send(app, address, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(text).toContain('name="name" value="Asha Rao"');
});

test('the name that the link was made for is not filled in: another person may open it', async () => {
  const { call, visit } = await createReview();
  const { body } = await call('/api/preview/links', { body: { hours: 24, name: 'Ravi' } });
  const { text } = await visit(`${body.path}~feedback`);
  expect(text).toMatch(/name="name" value="" /);
  expect(text).not.toContain('Ravi');
});

test('links and buttons of the form have the saved colours of the brand', async () => {
  const { content, deps, services, address, visit } = await createReview();
  seedContent(content, deps.config.seedDir);
  // The last rule of a selector applies.
  const readColor = async () =>
    [...(await visit(`${address}?form=comment`)).text.matchAll(/a,summary\{color:light-dark\((#\w{6})/g)].at(-1)?.[1];
  expect(await readColor()).toBe('#123f6b');
  const value = services.queries.item('site', 'brand')?.value as object;
  content.save(
    [{ section: 'site', key: 'brand', value: { ...value, colors: { primary: '#7a1f5c', accent: '' } } }],
    null,
  );
  expect(await readColor()).toBe('#7a1f5c');
});

test('the form lists what differs from the live site, with links in new tabs, and the sections to comment on', async () => {
  const { content, deps, services, path, address, visit } = await createReview();
  deps.db.update(publishing).set({ liveRevision: services.queries.latestRevision() }).run();
  expect((await visit(address)).text).not.toContain('What changed');
  content.save(
    [
      { section: 'hero', key: 'title', value: 'Other words' },
      { section: 'about', key: 'heading', value: 'Who <we> are' },
    ],
    { id: 'editor', name: 'Editor' },
  );
  const { text } = await visit(`${address}?form=decision`);
  const base = path.slice(0, -1);
  expect(text.match(/<summary>What changed.*?<\/summary>/)?.[0]).toBe('<summary>What changed (2)</summary>');
  expect(text).toContain(`<a href="${base}/" target="_blank" rel="noopener">Hero: Headline</a>`);
  expect(text).toContain(`<a href="${base}/#about" target="_blank" rel="noopener">About: Heading</a>`);
  const comment = await visit(`${address}?form=comment`);
  expect(comment.text).toMatch(/>The whole page<.*>Hero: Top of the page<.*>About: Who &lt;we&gt; are<.*>Services</s);
});

test('the form lists only what visitors see, by the names that they see', async () => {
  const { content, deps, services, address, visit } = await createReview();
  seedContent(content, deps.config.seedDir);
  const publish = () => deps.db.update(publishing).set({ liveRevision: services.queries.latestRevision() }).run();
  const set = (section: string, key: string, metadata: object) => {
    const value = services.queries.item(section, key)?.value ?? { label: 'Proof', href: '#about' };
    content.save([{ section, key, value, metadata }], null);
  };
  const listed = async () => (await visit(address)).text.match(/<summary>What changed.*?<\/ul>/s)?.[0];
  publish();
  set('mail', 'sla', { title: 'Message to the team' });
  set('site', 'contact', { title: 'Of the owner' });
  set('site', 'nav-proof', { hidden: true });
  expect(await listed()).toBeUndefined();
  set('site', 'nav-proof', { title: 'Not for visitors' });
  expect(await listed()).toMatch(/^<summary>What changed \(1\)<\/summary>\s*<ul><li>Menu link: Proof<\/li><\/ul>$/);
  // An entry that is hidden now was on the live site.
  publish();
  set('site', 'nav-proof', { title: 'Not for visitors', hidden: true });
  expect(await listed()).toContain('<li>Menu link: Proof</li>');
});

test('markup in a name, a comment or a page is shown as text', async () => {
  const { post, visit, address } = await createReview();
  const evil = '<script>alert(1)</script>"\'';
  await post({ ...comment, name: evil, text: evil, page: '/x"><script>' });
  const { text } = await visit(`${address}?page=${encodeURIComponent(evil)}&form=${encodeURIComponent(evil)}`);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;');
  expect(text).not.toContain('<script');
});

test('an approval is current until the content differs from what was seen, and again when it is changed back', async () => {
  const { post, list, content, visit, address } = await createReview();
  await post({ ...comment, kind: 'approval', text: '' });
  const changed = async () => (await list()).map((row: { changedItems: number }) => row.changedItems);
  expect(await changed()).toEqual([0]);
  content.save([{ section: 'hero', key: 'title', value: 'Other words' }], null);
  expect(await changed()).toEqual([1]);
  // A visitor who still has the page open approves what it shows, and the form says so.
  await post({ ...comment, kind: 'approval', name: 'Ravi', text: '' });
  expect(await changed()).toEqual([1, 1]);
  expect((await visit(`${address}?form=decision&page=/&revision=1`)).text).toContain('The content has changed');
  expect((await visit(`${address}?form=decision&page=/&revision=2`)).text).not.toContain('The content has changed');
  content.save([{ section: 'hero', key: 'title', value: 'Saved words' }], null);
  expect(await changed()).toEqual([0, 0]);
});

test.each([
  ['no name', { name: ' ' }, 'Write your name.'],
  ['a long name', { name: 'x'.repeat(81) }, 'Use at most 80 characters.'],
  ['a comment without text', { text: '\n' }, 'Write a comment.'],
  ['a long text', { text: 'क'.repeat(2001) }, 'Use at most 2,000 characters.'],
  ['an unknown kind', { kind: 'order' }, 'Choose what to send.'],
  ['another site as its page', { page: '//example.org' }, 'Use a page of the site, such as /terms/.'],
  ['an unknown section', { section: 'mail' }, 'Choose a part of the list.'],
  ['a revision that is no number', { revision: 'x' }, 'Open the page again.'],
  [
    'a revision that does not exist',
    { revision: '99' },
    'The content of this page was replaced. Open the preview again.',
  ],
])('a form with %s is refused with a sentence, and shows what was typed', async (_, fields, sentence) => {
  const { post, deps } = await createReview();
  const before = footprint(deps);
  const { status, text } = await post({ ...comment, ...fields });
  expect([409, 422]).toContain(status);
  expect(text).toContain(sentence);
  expect(text).toContain((fields as { text?: string }).text?.trim() ?? comment.text);
  expect(footprint(deps)).toEqual(before);
});

test.each([
  ['a revoked link', 410, 'This preview has ended'],
  ['an unknown link', 404, 'Preview not found'],
])('%s takes no comment, and shows the text for copying', async (which, expected, title) => {
  const { post, call, link, deps } = await createReview();
  await call(`/api/preview/links/${link.id}`, { method: 'DELETE' });
  const before = footprint(deps);
  const { status, text } = await post(comment, which === 'an unknown link' ? { to: '/p/anything/~feedback' } : {});
  expect(status).toBe(expected);
  expect(text).toContain(title);
  expect(text).toContain('Your text was not sent. You can copy it:<textarea readonly>\nShorter, please.</textarea>');
  expect(footprint(deps)).toEqual(before);
});

test.each([
  [{ origin: 'https://other.example' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('a form of another site (%j) is refused', async (headers) => {
  const { post, list } = await createReview();
  expect((await post(comment, { headers })).status).toBe(403);
  expect(await list()).toEqual([]);
});

test('the same form sent twice is one comment', async () => {
  const { post, list } = await createReview();
  for (let count = 0; count < 2; count += 1) expect((await post(comment)).status).toBe(303);
  expect(await list()).toHaveLength(1);
});

test('thirty comments in ten minutes are enough for a network, and the next shows the text again', async () => {
  const { post, list } = await createReview();
  const write = (n: number) => post({ ...comment, text: `Comment ${n}` });
  for (let n = 0; n < 30; n += 1) expect((await write(n)).status).toBe(303);
  const { status, text, headers } = await write(30);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(text).toContain('Comment 30</textarea>');
  expect(await list()).toHaveLength(30);
});

test('a link takes at most two hundred comments', async () => {
  const { deps, post, link } = await createReview();
  const add = deps.db.$client.prepare(
    "insert into preview_feedback values (?, ?, 'comment', 'Asha', ?, '/', '', 1, '2026-11-21T10:00:00.000Z', null, null)",
  );
  for (let n = 0; n < 200; n += 1) add.run(String(n), link.id, `Text ${n}`);
  const { status, text } = await post(comment);
  expect(status).toBe(409);
  expect(text).toContain('as many comments as it can take');
});

test('an editor resolves a comment and opens it again, once each in the log', async () => {
  const { post, list, call, actions } = await createReview();
  await post({ ...comment, kind: 'change-request' });
  const [{ id }] = await list();
  const set = (isResolved: unknown) => call(`/api/preview/feedback/${id}`, { method: 'PUT', body: { isResolved } });
  for (const value of [true, true]) expect((await set(value)).status).toBe(200);
  expect(await list()).toMatchObject([{ resolvedBy: 'Editor', resolvedAt: expect.any(String) }]);
  expect((await set(false)).status).toBe(200);
  expect(await list()).toMatchObject([{ resolvedBy: null, resolvedAt: null }]);
  expect((await set('yes')).status).toBe(422);
  expect((await call('/api/preview/feedback/none', { method: 'PUT', body: { isResolved: true } })).status).toBe(404);
  expect(actions()).toEqual([
    'preview-link.changes-requested the link made by Editor',
    'preview-link.feedback-resolved the link made by Editor',
    'preview-link.feedback-reopened the link made by Editor',
  ]);
});

test('comments within five minutes reach the creator in one message, and later ones in another', async () => {
  const { post, deps, services, content } = await createReview();
  seedContent(content, deps.config.seedDir);
  const messages = () => deps.db.select().from(outboxMessages).where(eq(outboxMessages.kind, 'preview-feedback')).all();
  await post(comment);
  deps.clock.advance(4 * minuteMs);
  await post({ ...comment, kind: 'approval', text: '<b>Fine</b>', name: 'Ravi', page: '/terms/' });
  await services.jobs.runDue();
  const recipient = 'editor@example.org';
  const [message] = messages();
  expect(messages()).toMatchObject([{ recipient, state: 'pending' }]);
  if (!message) throw new Error('There is no message.');
  const { text, html, subject } = services.composeMail(message);
  expect(subject).toMatch(/^Feedback on your preview of .+: 2 messages$/);
  expect(text).toContain('“Asha Rao” commented on the home page:\n\n> Shorter, please.');
  expect(text).toContain('“Ravi” approved the preview on /terms/:\n\n> <b>Fine</b>');
  expect(html).toContain('&lt;b&gt;Fine&lt;/b&gt;');
  deps.clock.advance(minuteMs);
  await services.jobs.runDue();
  expect(messages()).toMatchObject([{ recipient, state: 'written-to-disk' }]);
  await post({ ...comment, text: 'One more.' });
  expect(messages()).toMatchObject([
    { recipient, state: 'written-to-disk' },
    { recipient, state: 'pending' },
  ]);
});

test('the comments of an ended link stay for editors, and are erased with it thirty days after its end', async () => {
  const { post, deps, list, signInAgain, visit, path, sweep } = await createReview();
  await post(comment);
  deps.clock.advance(dayMs + hourMs);
  sweep();
  expect((await visit(path)).status).toBe(410);
  expect(await list(await signInAgain())).toHaveLength(1);
  deps.clock.advance(29 * dayMs);
  sweep();
  expect(await list(await signInAgain())).toHaveLength(1);
  deps.clock.advance(dayMs);
  sweep();
  expect(await list(await signInAgain())).toEqual([]);
  expect((await visit(path)).status).toBe(404);
});

test('the dashboard counts the same entries as the list, and open windows hear of it', async () => {
  const { post, call, list, services } = await createReview();
  let events = 0;
  services.publishing.events.on('feedback', () => {
    events += 1;
  });
  for (const kind of ['comment', 'approval', 'change-request']) await post({ ...comment, kind });
  const open = async () => (await call('/api/dashboard')).body.openFeedback;
  expect([await open(), events]).toEqual([3, 3]);
  for (const { id } of await list())
    await call(`/api/preview/feedback/${id}`, { method: 'PUT', body: { isResolved: true } });
  expect(await open()).toBe(0);
});
