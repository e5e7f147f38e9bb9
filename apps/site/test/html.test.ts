import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, inject, test } from 'vitest';
import checker from 'vnu-jar';

const folder = path.join(inject('buildFolder'), 'static');
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
const hasJava = spawnSync('java', ['-version']).status === 0;

test.each(pages)('%s has no mistake that html-validate knows', async (file) => {
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }));
  const { results } = await validator.validateFile(path.join(folder, file));
  const found = results.flatMap(({ messages }) => messages.map(({ ruleId, line, message }) => [ruleId, line, message]));
  expect(found).toEqual([]);
});

test.skipIf(!hasJava)(`the Nu checker finds no error${hasJava ? '' : ' (there is no Java here)'}`, async () => {
  const files = pages.map((file) => path.join(folder, file));
  const found = await promisify(execFile)('java', ['-jar', String(checker), '--errors-only', ...files]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  expect(found).toBe('');
});
