import type { Deps } from '../context.ts';

/** The publisher asks every two seconds; a long render keeps it from asking for a while. */
const longestSilenceMs = 30_000;

/** Notes when the publisher was last heard of. A fresh API has not heard of it yet. */
export function createPublisherWatch({ config, now }: Pick<Deps, 'config' | 'now'>) {
  let heardAtMs = Number.NEGATIVE_INFINITY;
  return {
    hear(): void {
      heardAtMs = now().getTime();
    },
    /** True when a publisher is configured but silent. */
    isMissing: () => config.publisher.url !== undefined && now().getTime() - heardAtMs > longestSilenceMs,
  };
}

export type PublisherWatch = ReturnType<typeof createPublisherWatch>;
