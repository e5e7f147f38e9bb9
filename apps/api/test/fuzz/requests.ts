import fc from 'fast-check';

export const identities = ['nobody', 'admin', 'super_admin', 'publisher', 'forged'] as const;
/** Most of them are signed in, because more code runs behind the sign-in. */
const weightedIdentities = [...identities, 'admin', 'admin', 'super_admin', 'super_admin', 'super_admin'] as const;

export interface FuzzedRequest {
  method: string;
  /** With its query; always begins with a slash. */
  path: string;
  identity: (typeof identities)[number];
  headers: Record<string, string>;
  body: string | undefined;
  /** One of a few networks, so that rate limits are reached only sometimes. */
  network: number;
}

const answer = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const clientDataJSON = Buffer.from('{"type":"webauthn.get","challenge":"AAAA"}').toString('base64url');
/** A valid body for each route, to be mutated in one place. Passwords are too short, because hashing would take most of the time. */
const bodies: Record<string, unknown>[] = [
  { passkey: { ...answer, response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' } } },
  { name: 'Phone', passkey: { ...answer, response: { clientDataJSON, attestationObject: 'AAAA' } } },
  { name: 'Phone' },
  { email: 'editor@example.com', password: 'wrong' },
  { name: 'Editor', email: 'editor@example.com', password: 'short', role: 'admin' },
  { name: 'Editor', email: 'editor@example.com' },
  { currentPassword: 'wrong', password: 'short' },
  { currentPassword: 'wrong', email: 'not an address' },
  { token: 't', name: 'Editor', email: 'editor@example.com', password: 'short' },
  { value: 'Words', metadata: { title: 'Title' } },
  { updates: [{ section: 'hero', key: 'title', value: 'Words', metadata: {} }] },
  { list: 'slides', keys: ['slide-a'] },
  { companyName: 'Example Mills', companySize: '11-50', email: 'sender@example.org', message: 'We grow.' },
  {
    companyName: 'Example Mills',
    contactName: 'Sender',
    email: 'sender@example.org',
    phone: '98765 43210',
    message: '',
  },
  { email: 'sender@example.org' },
  { email: 'sender@example.org', contactName: 'Sender' },
  { status: 'read' },
  { assigneeId: null, retainForClient: true },
  { text: 'A note.' },
  { subject: 'Re: your enquiry', text: 'We shall call.' },
  { path: '/', edits: [{ section: 'hero', key: 'title', value: 'Words' }] },
  { hours: 24 },
  { review: true },
  { revision: 1 },
  { revision: 1, at: '2026-12-01T10:00:00.000Z' },
  { publicId: 'ab'.repeat(16) },
  { alt: 'A house', tags: ['hero'], focus: { x: 50, y: 50 } },
  { state: 'publishing', revision: 1 },
  { state: 'live', revision: 1, releaseId: '000001-abcdef01', verifiedAt: '2026-11-21T10:00:00.000Z' },
  { state: 'failed', revision: 1, faults: [{ code: 'x', detail: 'y', section: 'hero', key: 'title', pointer: '' }] },
];

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  '',
  -1,
  Number.POSITIVE_INFINITY,
  2 ** 53 + 1,
  [],
  {},
  [[[]]],
  { $ne: 1 },
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nBcc: b@example.org',
  'x'.repeat(5000),
);

const anyValue = fc.oneof({ weight: 3, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

/** A valid body of a route with one field changed, removed, or added. */
const mutated = fc
  .tuple(fc.constantFrom(...bodies), fc.nat(5), anyValue, fc.constantFrom('replace', 'remove', 'add', 'keep'))
  .map(([body, index, value, how]) => {
    const name = Object.keys(body)[index % Object.keys(body).length] ?? '';
    const { [name]: _, ...rest } = body;
    const changed = { replace: { ...body, [name]: value }, remove: rest, add: { ...body, extra: value }, keep: body }[
      how
    ];
    return JSON.stringify(changed);
  });

const raw = fc.constantFrom(
  '',
  '{',
  'null',
  '"text"',
  '[]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"email":"a@example.org","email":"b@example.org"}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  'email=sender%40example.org&email=%ff',
  '--x\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\nPNG\r\n--x--',
  '--x\r\n',
);

const segment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'hero',
      'title',
      'slide-a',
      'about',
      '1',
      '000001-abcdef01',
      '00000000-0000-4000-8000-000000000000',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      '..%2f..%2fetc',
      '%00',
      '%',
      '%ff',
      '%ED%A0%80',
      '.',
      '*',
      ';x',
      '🙂',
      'x'.repeat(300),
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())) },
);

const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'cursor',
          'q',
          'status',
          'limit',
          'token',
          'before',
          'who',
          'area',
          'from',
          'revision',
          'assignee',
          'overdue',
          'waiting',
          'sort',
        ),
        fc.constantFrom(
          '',
          '1',
          '0',
          '-1',
          'x',
          'new',
          '1e9',
          '2026-11-21T10:00:00.000Z',
          '2026-11-21T10:00:00.000Z_5',
          '"*',
          '%25%5F',
          '%00',
          '%ff',
          'NEAR(a b)',
          'x'.repeat(500),
        ),
      )
      .map(([name, value]) => `?${name}=${value}`),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => `?${text.toWellFormed().replaceAll('#', '')}`) },
);

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'if-match': '"1"' },
  { 'if-match': 'W/"x"' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"live' },
  { 'idempotency-key': 'key' },
  { 'idempotency-key': 'two words' },
  { cookie: 'rt=forged; __Host-rt=%ff' },
  { 'x-requested-with': 'threadline', origin: 'http://elsewhere.example' },
  { 'x-forwarded-for': '1.2.3.4, ::ffff:5.6.7.8' },
  { 'x-http-method-override': 'DELETE' },
  { accept: '*/*;q=x', 'accept-encoding': 'gzip;q=0, br' },
  { range: 'bytes=0-' },
  { 'content-length': '99999999' },
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  '',
);

/**
 * Returns requests to the route table, mostly valid except for one mutation. @param routes `METHOD /path/:with/:params`
 */
export function requestArbitrary(routes: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  return fc
    .record({
      route: fc.constantFrom(...routes),
      otherMethod: fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      segments: fc.tuple(segment, segment, segment),
      query,
      identity: fc.constantFrom(...weightedIdentities),
      header,
      contentType,
      body: fc.oneof(
        { weight: 5, arbitrary: mutated },
        { weight: 2, arbitrary: raw },
        { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
      ),
      network: fc.nat(200),
    })
    .map(
      ({ route, otherMethod, segments, query: search, identity, header: extra, contentType: type, body, network }) => {
        const [routeMethod = 'GET', pattern = '/'] = route.split(' ');
        const method = otherMethod || (routeMethod === 'ALL' ? 'GET' : routeMethod);
        const left = [...segments];
        const path = pattern.replaceAll(/:\w+|\*/g, () => left.shift() ?? 'x');
        const hasBody = method !== 'GET' && method !== 'HEAD';
        return {
          method,
          path: `${path}${search}`,
          identity,
          network,
          headers: { ...extra, ...(hasBody && type && { 'content-type': type }) },
          body: hasBody ? body : undefined,
        };
      },
    );
}
