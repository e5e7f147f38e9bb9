import type { Deps } from '../src/deps.ts';

/** How SQLite would answer a query without parameters, step by step. */
export function queryPlan({ db }: Pick<Deps, 'db'>, query: string): string[] {
  const steps = db.$client.prepare<[], { detail: string }>(`explain query plan ${query}`).all();
  return steps.map(({ detail }) => detail);
}
