import { expect } from 'vitest';
import type { Deps } from '../src/context.ts';
import type { createLeadScene } from './lead-scene.ts';

/** How SQLite would answer a query, step by step. The steps do not depend on what is bound to its parameters. */
export function queryPlan({ db }: Pick<Deps, 'db'>, query: string): string[] {
  const unbound = [...query.matchAll(/\?/g)].map(() => null);
  const steps = db.$client.prepare<null[], { detail: string }>(`explain query plan ${query}`).all(...unbound);
  return steps.map(({ detail }) => detail);
}

/** The plans of all statements with which one call reads a table. */
export async function plansOf(
  scene: ReturnType<typeof createLeadScene>,
  path: string,
  table = 'enquiries',
): Promise<string[]> {
  await scene.token();
  const { $client } = scene.deps.db;
  const prepare = $client.prepare.bind($client);
  const statements: string[] = [];
  $client.prepare = ((source: string) => {
    statements.push(source);
    return prepare(source);
  }) as typeof $client.prepare;
  const { status } = await scene.call(path);
  $client.prepare = prepare;
  expect(status).toBe(200);
  return statements
    .filter((source) => new RegExp(`from "?${table}\\b`).test(source))
    .flatMap((source) => queryPlan(scene.deps, source));
}
