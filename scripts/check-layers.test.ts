import { expect, test } from 'vitest';
import { findLayerMistakes } from './check-layers.ts';

const layers = { shared: ['config.ts'], modules: { platform: '*', content: ['queries.ts'], mail: [] } } as const;
const check = (files: Record<string, string>) => findLayerMistakes(new Map(Object.entries(files)), layers);
const queries = { 'content/queries.ts': '', 'app.ts': "import './content/queries.ts';" };

test('a module can import public files of lower modules, shared files and its own files', () => {
  const mail = "import { a } from '../content/queries.ts'; import b from '../platform/db/b.ts'; import '../config.ts';";
  expect(check({ ...queries, 'mail/send.ts': `${mail} import './list.ts';` })).toEqual([]);
});

test('the composition root can import everything', () => {
  expect(check({ ...queries, 'app.ts': "import './mail/send.ts'; await import('./content/queries.ts');" })).toEqual([]);
});

test.each([
  ['a higher module', 'content/a.ts', '../mail/list.ts', 'mail is a higher module than content'],
  ['a private file', 'mail/a.ts', '../content/service.ts', 'not a public file of content'],
  ['a file of no module', 'mail/a.ts', '../app.ts', 'belongs to no module'],
])('an import of %s is reported', (_, file, specifier, mistake) => {
  expect(check({ ...queries, [file]: `import type { A } from '${specifier}';` }).join()).toContain(mistake);
});

test('an unlisted folder and a needless public file are reported', () => {
  expect(check({ 'other/a.ts': '' })).toEqual([
    'other/a.ts is in no module of scripts/layers.json. Add its folder.',
    'content/queries.ts is listed as public, but no other module imports it.',
  ]);
});
