import { expect, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { createApp, createServices } from '../../app.ts';

const fixture = createAccountFixture();
const app = createApp(fixture.deps, createServices(fixture.deps));
const { token } = await fixture.signIn(await fixture.addUser('Owner', 'super_admin'));

const calls = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
];
const elsewhere = [
  'GET /',
  'GET /nowhere/',
  'GET /api/nowhere',
  'POST /',
  'GET /admin/nowhere.js',
  'GET /media/nowhere.webp',
];

test.each([...calls, ...elsewhere])('the response to %s has all security headers [X4]', async (call) => {
  const [method = '', path = ''] = call.split(' ');
  for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
    const reply = await app.request(path.replaceAll(/:\w+/g, 'x'), { method, headers });
    await reply.body?.cancel();
    const at = (name: string) => reply.headers.get(name);
    expect(at('strict-transport-security')).toBe(`max-age=${2 * 365 * 86_400}; includeSubDomains; preload`);
    expect(at('x-content-type-options')).toBe('nosniff');
    expect(at('referrer-policy')).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer)$/);
    expect(at('cross-origin-opener-policy')).toBe('same-origin');
    expect(at('cross-origin-resource-policy')).toBe('same-origin');
    expect(at('permissions-policy')).toContain('camera=()');
    expect(at('x-frame-options')).toMatch(/^(?:DENY|SAMEORIGIN)$/);
    expect(at('content-security-policy')).toMatch(/default-src 'none'|default-src 'self'/);
    expect(at('cache-control')).toMatch(/no-store|no-cache|max-age/);
    const type = at('content-type');
    // A body has a content type, and text also a charset.
    if (reply.body)
      expect(type).toMatch(/^(?:text\/[\w-]+; charset=utf-8|application\/(?:[\w.-]+\+)?json|application\/zip)/i);
  }
});
