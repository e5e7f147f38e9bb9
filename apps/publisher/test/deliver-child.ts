import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTarget } from '@threadline/publish-targets/open-target';
import { targetsSchema } from '@threadline/publish-targets/settings';
import { releaseManifestSchema } from '@threadline/schema/wire/release';
import { pino } from 'pino';
import { createDeliveries } from '../src/deliveries/deliveries.ts';

// Delivers one release in a process of its own, which the test kills. Prints each phase.
const [targets = '', folder = '', options = '{}'] = process.argv.slice(2);
const manifest = releaseManifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
const deliveries = createDeliveries({
  publicUrl: 'http://127.0.0.1:9',
  destinations: targetsSchema
    .parse(targets)
    .map((settings) => ({ settings, target: openTarget(settings, JSON.parse(options)) })),
  reportTargets: async ([status]) => {
    process.stdout.write(`${status?.phase}\n`);
  },
  report: async () => {},
  timeoutMs: 60_000,
  log: pino({ level: 'silent' }),
});
deliveries.deliver({ manifest, publicDir: join(folder, 'public') });
