import { describePages, planRelease, type ReleasePlan } from '../src/release/write-release.ts';
import type { RenderedPage } from '../src/render/renderer.ts';

/** Returns a page that is long enough for precompressed copies. */
export function longPage(text: string): string {
  return `<!doctype html><title>${text}</title>${'<p>Enough text to be worth compressing.</p>'.repeat(30)}`;
}

/** Returns the plan of a release with only these pages. */
export function createPlan(pages: Record<string, string>, { revision = 1 } = {}): ReleasePlan {
  const site = new Map(
    Object.entries(pages).map(([path, text]): [string, RenderedPage] => {
      const body = new Uint8Array(Buffer.from(text));
      return [path, { status: 200, contentType: 'text/html; charset=utf-8', headers: { 'x-path': path }, body }];
    }),
  );
  return planRelease({ revision, pages: describePages(site), statics: [], olderAssets: [] });
}
