import type { Deps } from '../src/context.ts';

/** Returns SQLite's query plan, step by step. It does not depend on the bound parameters. */
export function queryPlan({ db }: Pick<Deps, 'db'>, query: string): string[] {
  const unbound = [...query.matchAll(/\?/g)].map(() => null);
  const steps = db.$client.prepare<null[], { detail: string }>(`explain query plan ${query}`).all(...unbound);
  return steps.map(({ detail }) => detail);
}
