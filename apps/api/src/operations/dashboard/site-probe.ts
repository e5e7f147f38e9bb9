import type { Dashboard } from '@threadline/schema/dashboard';
import { releaseMarkSchema } from '@threadline/schema/release';
import type { Deps } from '../../context.ts';

type Probed = Omit<Dashboard['site'], 'liveAt'>;

const patienceMs = 3000;
/** How long one answer is reused. */
const maxAgeMs = 10_000;

/**
 * Creates a function that requests the release mark from the public address, through everything between it and a visitor.
 * It reuses an answer for 10 s, unless `liveAt` has changed: then another release has gone live.
 */
export function createSiteProbe({ config, now }: Pick<Deps, 'config' | 'now'>) {
  let last: { at: number; liveAt: string | null; answer: Promise<Probed> } | undefined;

  async function probe(): Promise<Probed> {
    const checkedAt = now().toISOString();
    const began = performance.now();
    const outcome = await readMark(config.siteUrl);
    return { ...outcome, checkedAt, responseMs: Math.round(performance.now() - began) };
  }

  return (liveAt: string | null): Promise<Probed> => {
    const at = now().getTime();
    const isFresh = last?.liveAt === liveAt && Math.abs(at - last.at) <= maxAgeMs;
    if (!last || !isFresh) last = { at, liveAt, answer: probe() };
    return last.answer;
  };
}

async function readMark(siteUrl: string): Promise<Pick<Probed, 'online' | 'release' | 'revision' | 'problem'>> {
  const offline = (problem: string) => ({ online: false, release: null, revision: null, problem });
  try {
    const reply = await fetch(`${siteUrl}/release.json`, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { 'cache-control': 'no-cache' },
    });
    if (!reply.ok) return offline(`${siteUrl} answered with ${reply.status}.`);
    const mark = releaseMarkSchema.safeParse(await reply.json());
    if (!mark.success) return offline(`${siteUrl} shows something else than this site.`);
    return { online: true, release: mark.data.id, revision: mark.data.revision, problem: null };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return offline(isLate ? `${siteUrl} did not answer in ${patienceMs / 1000} s.` : `${siteUrl} cannot be reached.`);
  }
}
