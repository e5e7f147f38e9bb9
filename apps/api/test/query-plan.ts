import type { Deps } from '../src/context.ts';

/**
 * Runs work and returns SQLite's query plan of each statement that it prepares, step by step. A plan does not depend on
 * the bound parameters.
 */
export async function readQueryPlans({ db }: Pick<Deps, 'db'>, work: () => unknown): Promise<string[]> {
  const { $client } = db;
  const prepare = $client.prepare.bind($client);
  const statements = new Set<string>();
  const recordStatement = (statement: string) => {
    statements.add(statement);
    return prepare(statement);
  };
  Object.defineProperty($client, 'prepare', { value: recordStatement, configurable: true });
  try {
    await work();
  } finally {
    Reflect.deleteProperty($client, 'prepare');
  }
  return [...statements].flatMap((statement) => {
    const unbound = [...statement.matchAll(/\?/g)].map(() => null);
    const steps = $client.prepare<null[], { detail: string }>(`explain query plan ${statement}`).all(...unbound);
    return steps.map(({ detail }) => detail);
  });
}
