import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createUserService } from '../src/accounts/users.ts';
import type { Screen } from '../src/cli/progress.ts';
import { runCli } from '../src/cli/run.ts';
import { loadConfig } from '../src/config.ts';
import { createContentQueries } from '../src/content/queries.ts';
import { createContentService } from '../src/content/service.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { createPublishing } from '../src/publishing/service.ts';
import { createTestDeps } from './create-test-deps.ts';
import { openOnDisk } from './new-database.ts';

export const editor = {
  name: 'Editor',
  email: 'editor@example.org',
  password: 'mango-tree-42',
  role: 'admin' as const,
};

/** An installation on disk as a running API leaves it, and the command line. */
export function createInstallation({
  isNew = false,
  env = {},
}: {
  isNew?: boolean;
  env?: Record<string, string>;
} = {}) {
  const deps = createTestDeps(env);
  const { dataDir } = deps.config;
  const file = join(dataDir, 'threadline.db');
  if (!isNew) openOnDisk(file).$client.close();

  async function cli(args: string[], input = '', screen: Pick<Screen, 'isTTY' | 'columns'> = {}) {
    const lines: string[] = [];
    const complaints: string[] = [];
    const shown: string[] = [];
    const code = await runCli(args, {
      // Nothing listens on port 4, so that no test finds a server on this machine.
      loadConfig: () => loadConfig({ DATA_DIR: dataDir, PORT: '4', ...env }),
      input: (async function* () {
        yield input;
      })(),
      print: (line) => lines.push(line),
      printError: (line) => complaints.push(line),
      screen: { ...screen, write: (text) => shown.push(text) },
    });
    return { code, out: lines.join('\n'), err: complaints.join('\n'), shown };
  }

  function open() {
    const db = openDatabase(file);
    onTestFinished(() => void db.$client.close());
    const content = createContentService(
      { db, now: deps.now },
      createContentQueries(db),
      createPublishing({ db, now: deps.now }, ['publisher']),
    );
    return { db, content, users: createUserService({ config: deps.config, db, now: deps.now }) };
  }

  return { cli, open, dataDir, file };
}
