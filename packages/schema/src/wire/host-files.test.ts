import { expect, test } from 'vitest';
import { createHostFiles, type HostedSite } from './host-files.ts';
import { getMediaHeaders } from './release-response.ts';

const policy = (...hashes: string[]) => `default-src 'none'; style-src ${hashes.map((hash) => `'${hash}'`).join(' ')}`;
const page = (...hashes: string[]) => ({ headers: { 'content-security-policy': policy(...hashes) }, immutable: false });
const hashed = { headers: {}, immutable: true };

const site: HostedSite = {
  headers: { 'x-frame-options': 'DENY' },
  files: {
    '/': page('a'),
    '/terms/': page('b'),
    '/404/': page('b'),
    '/robots.txt': { headers: {}, immutable: false },
    '/_astro/app.11111111.js': hashed,
  },
};

/** Returns the site with more files of one kind. */
const withMany = (count: number, path: (index: number) => string, file: HostedSite['files'][string]): HostedSite => ({
  ...site,
  files: { ...site.files, ...Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), file])) },
});

const countRules = (headers: string) => headers.match(/^\S/gm)?.length;

test('Cloudflare: unknown paths have the policy of the 404 page, and each exception removes it first', () => {
  expect(createHostFiles(site, { host: 'cloudflare' }).headers).toBe(`/*
  x-frame-options: DENY
  content-security-policy: ${policy('b')}
/
  ! content-security-policy
  content-security-policy: ${policy('a')}
/robots.txt
  ! content-security-policy
/_astro/app.11111111.js
  ! content-security-policy
  ! cache-control
  cache-control: public, max-age=31536000, immutable
`);
});

test('Netlify: no header is set by two rules', () => {
  expect(createHostFiles(site, { host: 'netlify' }).headers).toBe(`/*
  x-frame-options: DENY
/
  content-security-policy: ${policy('a')}
/terms/
  content-security-policy: ${policy('b')}
/404/
  content-security-policy: ${policy('b')}
/_astro/app.11111111.js
  cache-control: public, max-age=31536000, immutable
`);
});

test('pages redirect to the address with a slash, and the admin to its own address', () => {
  const appUrl = 'https://app.example.com';
  const admin = `/admin ${appUrl}/admin/ 302\n/admin/* ${appUrl}/admin/:splat 302\n`;
  expect(createHostFiles(site, { host: 'cloudflare', appUrl }).redirects).toBe(`/terms /terms/ 308\n${admin}`);
  expect(createHostFiles(site, { host: 'netlify', appUrl }).redirects).toBe(admin);
  expect(createHostFiles(site, { host: 'netlify' }).redirects).toBe('');
});

test('a former address of an article is a permanent redirect, without header rules', () => {
  const moved = { headers: { ...page('c').headers, location: '/terms/' }, immutable: false };
  const withMoved = { ...site, files: { ...site.files, '/old/': moved } };
  expect(createHostFiles(withMoved, { host: 'cloudflare' })).toEqual({
    headers: createHostFiles(site, { host: 'cloudflare' }).headers,
    redirects: '/old/ /terms/ 301\n/terms /terms/ 308\n/old /old/ 308\n',
  });
  expect(createHostFiles(withMoved, { host: 'netlify' }).redirects).toBe('/old/ /terms/ 301!\n');
});

test('too many files: the largest folder of hashed files has one rule', () => {
  const many = withMany(100, (index) => `/media/${index}.webp`, hashed);
  const { headers } = createHostFiles(many, { host: 'cloudflare' });
  expect(countRules(headers)).toBe(5);
  expect(headers).toContain('/media/*\n  ! content-security-policy\n  ! cache-control\n  cache-control: public');
  expect(headers).toContain('/_astro/app.11111111.js\n');
  expect(countRules(createHostFiles(many, { host: 'netlify' }).headers)).toBe(105);
});

test('too many pages with another policy: all pages share one that allows what each of them needs', () => {
  const many = withMany(100, (index) => `/insights/${index}/`, page('c'));
  const { headers } = createHostFiles(many, { host: 'cloudflare' });
  expect(countRules(headers)).toBe(3);
  expect(headers.match(/content-security-policy: .*/g)).toEqual([
    `content-security-policy: default-src 'none'; style-src 'a' 'b' 'c'`,
  ]);
});

test('a site with too many rules or too long a policy is refused with a sentence', () => {
  const files = withMany(100, (index) => `/${index}.txt`, { headers: {}, immutable: true });
  expect(() => createHostFiles(files, { host: 'cloudflare' })).toThrow(
    'The site needs 103 header rules; a static host applies 95 at most.',
  );
  const long = withMany(1, () => '/long/', page('x'.repeat(2000)));
  for (const host of ['cloudflare', 'netlify'] as const)
    expect(() => createHostFiles(long, { host })).toThrow(
      'A line with content-security-policy has 2059 characters; a static host reads 1950 at most.',
    );
});

test('an SVG of the library has its own policy also beside many files and pages, and pages do not get its sandbox', () => {
  const own = { headers: getMediaHeaders('/media/logo.svg'), immutable: true };
  const pages = withMany(100, (index) => `/page-${index}/`, page('c'));
  const many = {
    ...pages,
    files: { ...pages.files, ...withMany(100, (index) => `/media/${index}.webp`, hashed).files },
  };
  for (const each of [site, pages, many]) {
    const { headers } = createHostFiles(
      { ...each, files: { ...each.files, '/media/logo.svg': own } },
      { host: 'cloudflare' },
    );
    const [, rule = ''] = headers.split('/media/logo.svg\n');
    expect(rule.split(/^\S/m)[0]).toContain(
      "  ! content-security-policy\n  ! cache-control\n  content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox\n",
    );
    expect(headers.match(/sandbox/g)).toHaveLength(1);
  }
});
