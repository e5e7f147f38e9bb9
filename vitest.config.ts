import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A folder whose tests need only Node. The timeout is generous because a test may be slow on a busy machine. */
const nodeProject = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ['**/*.test.ts'],
    // No module keeps state of a test, so files can share their imports: loading them took a third of the time.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

/** Files whose tests take a minute or more, most of it waiting for other processes. */
const longest = [
  'fuzz',
  'event-loop',
  'carry-over',
  'faults',
  'inspect-data',
  'restore',
  'kill',
  'kill-delivery',
  'kinds',
  'server',
  'filter',
];
const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Runs the longest tests first: before Vitest knows the times, it begins with the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Here and not in the projects, so that all of them share one server.
    globalSetup: ['scripts/ceph-server.mjs'],
    projects: [
      nodeProject('schema', 'packages/schema'),
      nodeProject('config', 'packages/config'),
      nodeProject('files', 'packages/files'),
      nodeProject('object-store', 'packages/object-store'),
      nodeProject('publish-targets', 'packages/publish-targets'),
      nodeProject('design-tokens', 'packages/design-tokens'),
      nodeProject('artwork', 'packages/artwork'),
      nodeProject('scripts', 'scripts'),
      nodeProject('edge', 'apps/edge'),
      // These have their own vitest.config.ts.
      'apps/api',
      'apps/publisher',
      'apps/site',
      'apps/admin',
    ],
  },
});
