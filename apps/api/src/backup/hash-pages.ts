import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { Config } from '../config.ts';
import { endWithProcess } from '../platform/end-with-process.ts';

const longestMs = 90_000;

/**
 * Renders a snapshot in a process of its own.
 *
 * @returns URL path → SHA-256 of the page
 * @throws Error with a sentence when it cannot be rendered
 */
export async function hashPages(
  { pageHasher }: Pick<Config, 'pageHasher'>,
  snapshot: Snapshot,
): Promise<Record<string, string>> {
  const signal = AbortSignal.timeout(longestMs);
  const child = spawn(process.execPath, [pageHasher], { stdio: ['pipe', 'pipe', 'pipe'], signal });
  endWithProcess(child);
  // It may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(snapshot));
  const [[code], output, complaint] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(complaint.trim().split('\n')[0] || `The renderer ended with code ${code}.`);
  return JSON.parse(output);
}
