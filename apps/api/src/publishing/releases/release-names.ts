import { count, eq, lte, min } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { releases } from '../../platform/db/schema/core.ts';

/** How people name a release: its number, and the time at which it first went live. */
export interface ReleaseName {
  number: number;
  at: string;
}

/**
 * Returns a function that names a release by its id or its revision; null for one that was never published.
 *
 * Releases are numbered 1, 2, 3 in the order in which they went live: revisions that were skipped leave no gap, and a
 * release that is rendered again keeps its number. Later releases have higher revisions, so a name never changes.
 */
export function createReleaseNames(db: Db) {
  const names = new Map<number, ReleaseName>();

  return (release: string | number | null): ReleaseName | null => {
    if (release === null) return null;
    // `000129-1a2b3c4d` → `129`
    const revision = Number.parseInt(String(release), 10);
    const known = names.get(revision);
    if (known) return known;
    const first = db
      .select({ at: min(releases.createdAt) })
      .from(releases)
      .where(eq(releases.revision, revision))
      .get();
    if (!first?.at) return null;
    const earlier = db.select({ revision: releases.revision }).from(releases).where(lte(releases.revision, revision));
    const [total] = db.select({ number: count() }).from(earlier.groupBy(releases.revision).as('earlier')).all();
    const name = { number: total?.number ?? 1, at: first.at };
    names.set(revision, name);
    return name;
  };
}
