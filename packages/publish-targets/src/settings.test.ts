import { parseEnv } from '@threadline/config/parse-env';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { targetsSchema } from './settings.ts';

const edge = {
  name: 'edge',
  kind: 'store',
  url: 's3+https://my-key:my-secret@s3.example.com/site?region=auto',
  visibleAt: 'https://www.example.com/',
};
const netlify = { name: 'netlify', kind: 'netlify', siteId: 'a1', token: 'my-secret', visibleAt: 'https://a.example' };
const loadConfig = (env: Record<string, string>) =>
  parseEnv(z.object({ PUBLISH_TARGETS: targetsSchema }), env).PUBLISH_TARGETS;
const load = (targets: unknown) => loadConfig({ PUBLISH_TARGETS: JSON.stringify(targets) });

test('without the setting, releases are delivered nowhere else', () => {
  expect(loadConfig({})).toEqual([]);
});

test('a target is read with its defaults', () => {
  expect(load([edge])).toMatchObject([
    { name: 'edge', visibleAt: 'https://www.example.com', required: false, url: { bucket: 'site', region: 'auto' } },
  ]);
});

test.each([
  ['text that is no list', { ...edge }, 'must be a JSON list of at most 20 targets'],
  ['an unknown kind', [{ ...edge, kind: 'ftp' }], 'target 1: "kind"'],
  ['a name with capitals', [{ ...edge, name: 'Edge' }], 'target 1: "name"'],
  ['two targets of one name', [edge, edge], 'must give each target another name'],
  [
    'an address without a bucket',
    [{ ...edge, url: 's3+https://my-key:my-secret@host/?region=auto' }],
    '"url" must name a bucket',
  ],
  ['an unknown setting', [edge, { ...edge, name: 'two', acl: 'public' }], 'target 2: "kind" has unknown settings: acl'],
  ['no public address', [{ ...edge, visibleAt: undefined }], '"visibleAt"'],
  ['a token with a space', [{ ...netlify, token: 'my secret' }], '"token" is missing or has the wrong form'],
  ['a missing site', [{ ...netlify, siteId: undefined }], '"siteId" is missing'],
  ['a relative folder', [{ name: 'disk', kind: 'folder', path: 'www' }], '"path" must be an absolute path'],
])('%s is refused without repeating key or secret', (_, targets, sentence) => {
  expect(() => load(targets)).toThrow(sentence);
  expect(() => load(targets)).not.toThrow(/my-key|my-secret/);
});
