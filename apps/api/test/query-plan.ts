import type { Deps } from '../src/context.ts';

/** How SQLite would answer a query, step by step. The steps do not depend on what is bound to its parameters. */
export function queryPlan({ db }: Pick<Deps, 'db'>, query: string): string[] {
  const unbound = [...query.matchAll(/\?/g)].map(() => null);
  const steps = db.$client.prepare<null[], { detail: string }>(`explain query plan ${query}`).all(...unbound);
  return steps.map(({ detail }) => detail);
}
