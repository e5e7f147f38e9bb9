import { spawnSync } from 'node:child_process';
import { launchOptions } from '../support/browser.ts';
import type { Product } from '../support/stack.ts';
import { type Figure, median } from './measure.ts';

const rounds = 5;
/** Fetched on demand: with its dependencies it is larger than the product. */
const lighthouse = 'lighthouse@13.5.0';
const flags = ['--quiet', '--output=json', '--no-enable-error-reporting'];
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

type Scores = Record<keyof typeof categories, number>;

/** @throws Error with the reason if there is no score */
function audit(url: string): Scores {
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', lighthouse, url, ...flags, chrome], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: launchOptions.executablePath },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(error?.message ?? stderr.trim().split('\n').at(-1));
  const report = JSON.parse(stdout) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(
    Object.keys(categories).map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
}

/** Returns the mobile scores of the landing page, or the reason why there are none. */
export function benchLighthouse(stack: Product): Figure[] {
  try {
    const runs = Array.from({ length: rounds }, () => audit(`${stack.url}/`));
    return Object.entries(categories).map(([name, wanted]) => {
      const score = median(runs.map((run) => run[name as keyof Scores]));
      return {
        name,
        value: `${score} (median of ${rounds})`,
        aim: { text: `at least ${wanted}`, met: score >= wanted },
      };
    });
  } catch (error) {
    return [{ name: lighthouse, value: `not measured: ${error instanceof Error ? error.message : String(error)}` }];
  }
}
