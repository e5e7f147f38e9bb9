import { contentModel, type SectionDefinition } from '@threadline/schema/content/content-model';
import { expect, test } from 'vitest';
import { createFetch } from '../../src/app.ts';
import { getRule } from '../../src/auth/policy.ts';
import { getInputRules, type InputRules } from '../../src/platform/http/json-body.ts';
import { sendsAllTexts } from '../config.ts';
import { createEnquiryFixture } from '../enquiry-fixture.ts';
import { describeTexts, hostileTexts, replaceAt, type TextField } from './hostile-fields.ts';
import { maxHoldMs, measureHold } from './measure.ts';

/** Node accepts 16 KB in total for a request line and its headers. */
const maxPathBytes = 8 * 1024;
const form = 'application/x-www-form-urlencoded';
/**
 * By default only each eleventh request is sent. Eleven has no common divisor with the number of shapes, and requests are
 * counted across all routes, so each shape of text meets many fields.
 */
const interval = sendsAllTexts ? 1 : 11;
let generated = 0;

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Creates the whole API. Every request comes from a different network, so that no rate limit responds. */
async function createFixture() {
  const { deps, app, services, addUser, signIn } = createEnquiryFixture();
  const owner = await addUser('Owner', 'super_admin');
  let { token: ownerToken } = await signIn(owner);
  const fetch = createFetch(app, services);
  const statuses = new Map<number, number>();
  let networks = 0;

  async function prepare({ method, path, headers, body }: Call) {
    const rule = getRule({ method, path: path.split('?', 1)[0] ?? '' });
    // Some of the calls end the session.
    if (!(await services.sessions.verify(ownerToken))) ownerToken = (await signIn(owner)).token;
    const token = rule === 'publisher' ? deps.secrets.publisherToken : ownerToken;
    const type = body !== undefined && { 'content-type': 'application/json' };
    const allHeaders = { ...type, authorization: `Bearer ${token}`, ...headers };
    networks += 1;
    const remoteAddress = `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
    const incoming = { method, url: path, headers: allHeaders, rawHeaders: [], socket: { remoteAddress } };
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: allHeaders,
      ...(body !== undefined && { body }),
    });
    return async () => {
      const reply = await fetch(request, { incoming } as never);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      await reply.body?.cancel();
    };
  }

  /** Every route of the API once, with the limits of its middleware. */
  const calls = new Map<string, { method: string; path: string; rules: InputRules }>();
  for (const { method, path, handler } of app.routes) {
    if (!path.startsWith('/api/') || method === 'ALL') continue;
    const call = calls.get(`${method} ${path}`) ?? { method, path, rules: limitsAbove(path) };
    Object.assign(call.rules, getInputRules(handler));
    calls.set(`${method} ${path}`, call);
  }

  function limitsAbove(path: string): InputRules {
    const above = app.routes.filter(
      ({ method, path: pattern }) => method === 'ALL' && path.startsWith(pattern.replace(/\*$/, '')),
    );
    return Object.assign({}, ...above.map(({ handler }) => getInputRules(handler)));
  }

  return { calls: [...calls.values()], hold: (call: Call) => measureHold(() => prepare(call)), statuses };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;
type LabelledCalls = Iterable<Call & { label: string }>;

/** Sends each `step`-th request. Returns those that block the event loop for too long, and the number of all requests. */
async function findSlow(fixture: Fixture, calls: LabelledCalls, step = interval) {
  const slow: string[] = [];
  let count = 0;
  for (const { label, ...call } of calls) {
    count += 1;
    generated += 1;
    if (generated % step !== 0) continue;
    const ms = await fixture.hold(call);
    if (ms > maxHoldMs) slow.push(`${label}: ${ms.toFixed(0)} ms`);
  }
  return { slow, count };
}

async function expectShort(fixture: Fixture, calls: LabelledCalls, step = interval): Promise<number> {
  const { slow, count } = await findSlow(fixture, calls, step);
  expect(slow).toEqual([]);
  return count;
}

const shorten = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 50)}…${text.slice(-2)}` : text);
const withParameters = (path: string) =>
  path.replace(':section', 'hero').replace(':key', 'title').replaceAll(/:\w+/g, 'x');

/**
 * Returns a body for each text field and each hostile text: as long as the route reads, and as long as the field
 * allows.
 */
function* hostileBodies(base: Call, described: ReturnType<typeof describeTexts>, maxBytes: number) {
  const { fields, sample } = described;
  const bodyWith = ({ path }: TextField, text: unknown) => JSON.stringify(replaceAt(sample, path, text));
  for (const field of fields) {
    const room = maxBytes - Buffer.byteLength(bodyWith(field, '')) + 2;
    const texts = new Set([...hostileTexts(room), ...hostileTexts(room, field.maxLength ?? room)]);
    for (const text of texts) {
      const label = `${base.method} ${base.path} ${field.path.join('.')} ${shorten(text)} (${text.length})`;
      yield { ...base, body: bodyWith(field, text), label };
    }
  }
}

/** Returns every kind of content item, with the request that saves one. */
function* listItems() {
  for (const [section, { singles, lists }] of Object.entries<SectionDefinition>(contentModel)) {
    const entries = Object.values(lists).map(({ prefix, schema }) => [`${prefix}-hostile`, schema] as const);
    for (const [key, schema] of [...Object.entries(singles), ...entries]) {
      yield { path: `/api/content/${section}/${key}`, schema };
    }
  }
}

/**
 * Returns, for each hostile text, an item with that text in all fields, each at its maximum length: it passes the
 * length limits.
 */
function* filledBodies(base: Call, { fields, sample }: ReturnType<typeof describeTexts>) {
  const longest = 2000;
  for (const index of hostileTexts(longest).keys()) {
    const value = fields.reduce((item, { path, maxLength = longest }) => {
      return replaceAt(item, path, hostileTexts(7 * longest, Math.min(maxLength, longest))[index]);
    }, sample);
    yield { ...base, body: JSON.stringify({ value }), label: `${base.method} ${base.path} filled with text ${index}` };
  }
}

test('no text in a body field blocks the event loop for more than 20 ms', { timeout: 1_200_000 }, async () => {
  const { calls } = await createFixture();
  const withBody = calls.filter(({ rules }) => rules.body);
  expect(withBody.length).toBeGreaterThan(35);
  let accepted = 0;
  let refused = 0;
  const slow: string[] = [];
  for (const { method, path, rules } of withBody) {
    const { body, maxBytes } = rules;
    if (!body || !maxBytes) expect.fail(`${method} ${path} reads a body without a limit`);
    // A separate fixture: data of one route must not slow down the next one.
    const fixture = await createFixture();
    const bodies = hostileBodies({ method, path: withParameters(path) }, describeTexts(body), maxBytes);
    slow.push(...(await findSlow(fixture, bodies)).slow);
    accepted += fixture.statuses.get(200) ?? 0;
    refused += fixture.statuses.get(422) ?? 0;
  }
  expect(slow).toEqual([]);
  // Some were accepted, so the texts were used beyond validation.
  expect(accepted).toBeGreaterThan(90 / interval);
  expect(refused).toBeGreaterThan(450 / interval);
});

test('no text in a content item blocks the event loop for more than 20 ms', { timeout: 1_200_000 }, async () => {
  const fixture = await createFixture();
  const maxBytes = fixture.calls.find(({ path }) => path === '/api/content/:section/:key')?.rules.maxBytes ?? 0;
  expect(maxBytes).toBeGreaterThan(0);
  const kinds = new Set<string>();
  function* requests() {
    for (const { path, schema } of listItems()) {
      const call = { method: 'PUT', path };
      const described = describeTexts(schema);
      yield* filledBodies(call, described);
      const fields = described.fields
        .filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
        .map((field) => ({ ...field, path: ['value', ...field.path] }));
      yield* hostileBodies(call, { fields, sample: { value: described.sample } }, maxBytes);
    }
  }
  expect(await expectShort(fixture, requests())).toBeGreaterThan(1000);
});

test('no text in a path or query blocks the event loop for more than 20 ms', { timeout: 600_000 }, async () => {
  const fixture = await createFixture();
  const encoded = hostileTexts(maxPathBytes).map((text) => encodeURIComponent(text).slice(0, maxPathBytes));
  const texts = encoded.map((text) => text.replace(/%(?:.)?$/, ''));
  const requests = fixture.calls.flatMap(({ method, path, rules }) => {
    const parameters = [...path.matchAll(/:\w+/g)].map(([parameter]) => parameter);
    const names = rules.query ? describeTexts(rules.query).fields.map((field) => field.path.join('.')) : [];
    const base = withParameters(path);
    return texts.flatMap((text) => [
      ...parameters.map((parameter) => ({ method, path: withParameters(path.replace(parameter, text)) })),
      ...names.map((name) => ({ method, path: `${base}?${name}=${text}` })),
    ]);
  });
  const labelled = requests.map((call) => ({ ...call, label: `${call.method} ${shorten(call.path)}` }));
  expect(await expectShort(fixture, labelled)).toBeGreaterThan(1000);
});

test('no header blocks the event loop for more than 20 ms', { timeout: 600_000 }, async () => {
  const fixture = await createFixture();
  /** The beginning that a value needs to be parsed further. */
  const headers = {
    accept: '',
    'accept-encoding': '',
    authorization: 'Bearer ',
    cookie: 'rt=',
    'content-type': 'multipart/form-data; boundary=',
    'if-match': '"',
    'if-none-match': '"',
    'idempotency-key': '',
    origin: 'https://',
    range: 'bytes=',
    'user-agent': 'Mozilla/',
    'x-forwarded-for': '',
    'x-request-id': '',
  };
  const calls = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/api/content' },
    { method: 'PUT', path: '/api/content/hero/title', body: '{"value":"Title"}' },
    { method: 'POST', path: '/api/auth/login', body: '{"email":"a@example.org","password":"wrong-one"}' },
    { method: 'POST', path: '/api/auth/refresh' },
    { method: 'POST', path: '/api/request/send-request', body: '{}' },
    { method: 'POST', path: '/api/upload/multiple', body: 'x' },
  ];
  function* requests() {
    for (const call of calls) {
      for (const [name, start] of Object.entries(headers)) {
        for (const text of hostileTexts(maxPathBytes)) {
          // Neither `Headers` nor Node's parser accepts other characters.
          const value = `${start}${text.replaceAll(/[^\x20-\x7e]/g, 'a')}`.trim();
          yield {
            ...call,
            headers: { [name]: value },
            label: `${call.method} ${call.path} ${name}: ${shorten(value)}`,
          };
        }
      }
    }
  }
  expect(await expectShort(fixture, requests())).toBeGreaterThan(1000);
});

test('a public request body with many fields or deep lists blocks the event loop for at most 20 ms', {
  timeout: 600_000,
}, async () => {
  const fixture = await createFixture();
  /** Returns as many parts as fit. */
  function fill(maxBytes: number, part: (index: number) => string): string {
    const parts: string[] = [];
    for (let bytes = 2, index = 0; ; index += 1) {
      const next = part(index);
      bytes += next.length + 1;
      if (bytes > maxBytes) return parts.join(',');
      parts.push(next);
    }
  }
  function* requests() {
    for (const { method, path, rules } of fixture.calls) {
      const { body, maxBytes } = rules;
      const rule = getRule({ method, path });
      if (!body || !maxBytes || (rule !== 'anyone' && rule !== 'link')) continue;
      const call = { method, path: withParameters(path) };
      const label = `${method} ${path}`;
      const half = Math.floor(maxBytes / 2);
      yield { ...call, body: `{${fill(maxBytes, (index) => `"${index.toString(36)}":1`)}}`, label: `${label} keys` };
      yield { ...call, body: `[${fill(maxBytes, () => '{}')}]`, label: `${label} objects` };
      yield { ...call, body: `${'['.repeat(half)}${']'.repeat(half)}`, label: `${label} depth` };
      const pairs = fill(maxBytes, (index) => index.toString(36)).replaceAll(',', '&');
      const headers = { 'content-type': form };
      yield { ...call, body: pairs, headers, label: `${label} form` };
      yield { ...call, body: 'a&'.repeat(half), headers, label: `${label} repeated form field` };
      yield { ...call, body: '%'.repeat(maxBytes), headers, label: `${label} form of percent signs` };
    }
  }
  await expectShort(fixture, requests(), 1);
});
