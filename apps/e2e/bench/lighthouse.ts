import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launchOptions } from '../support/browser.ts';
import type { Product } from '../support/stack.ts';
import { serveWithBarePage } from './bare-page.ts';
import { type Figure, median } from './measure.ts';

const run = promisify(execFile);
const rounds = 5;
/** Fetched on demand: with its dependencies it is larger than the product. */
const lighthouse = 'lighthouse@13.5.0';
const flags = ['--quiet', '--output=json', '--no-enable-error-reporting'];
const scores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const audits = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  blockedMs: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
};

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

/** @throws Error if there is no report */
async function audit(url: string, ...more: string[]): Promise<Report> {
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { stdout } = await run('npx', ['--yes', lighthouse, url, ...flags, chrome, ...more], {
    env: { ...process.env, CHROME_PATH: launchOptions.executablePath },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

const read = (report: Report, name: keyof typeof audits) => report.audits[audits[name]]?.numericValue ?? Number.NaN;
const middle = (reports: Report[], name: keyof typeof audits) => median(reports.map((report) => read(report, name)));

/**
 * Returns the mobile figures of the landing page beside those of a bare page, which is audited in turns with it. Returns the
 * reason if there are none.
 */
export async function benchLighthouse(stack: Product): Promise<Figure[]> {
  const { pageUrl, bareUrl, close } = await serveWithBarePage(stack.url);
  try {
    const bare: Report[] = [];
    const page: Report[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await audit(bareUrl, '--only-categories=performance'));
      page.push(await audit(pageUrl));
    }
    return [...paintFigures(page, bare), ...scoreFigures(page)];
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-1);
    return [{ name: lighthouse, value: `not measured: ${reason}` }];
  } finally {
    close();
  }
}

function paintFigures(page: Report[], bare: Report[]): Figure[] {
  const compare = (name: 'fcpMs' | 'lcpMs', label: string, most: number): Figure => {
    const [ms, bareMs] = [middle(page, name), middle(bare, name)];
    return {
      name: `${label} of the bare page's`,
      value: `${(ms / bareMs).toFixed(2)} (${ms.toFixed(0)} of ${bareMs.toFixed(0)} ms)`,
      aim: { text: `at most ${most}`, met: ms / bareMs <= most },
    };
  };
  const blockedMs = middle(page, 'blockedMs');
  const shift = Math.max(...page.map((report) => read(report, 'shift')));
  return [
    compare('fcpMs', 'first contentful paint', 1.35),
    compare('lcpMs', 'largest contentful paint', 1.4),
    {
      name: 'total blocking time',
      value: `${blockedMs.toFixed(0)} ms (median of ${rounds})`,
      aim: { text: 'at most 20 ms', met: blockedMs <= 20 },
    },
    {
      name: 'layout shift, the most of a run',
      value: shift.toFixed(4),
      aim: { text: 'at most 0.005', met: shift <= 0.005 },
    },
  ];
}

function scoreFigures(page: Report[]): Figure[] {
  return Object.entries(scores).map(([name, wanted]) => {
    const score = median(page.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
    return {
      name,
      value: `${score} (median of ${rounds})`,
      aim: { text: `at least ${wanted}`, met: score >= wanted },
    };
  });
}
