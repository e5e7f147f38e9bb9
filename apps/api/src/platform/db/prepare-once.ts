import type { Db } from './client.ts';

/**
 * Prepares a query at its first use, once for each database, also when it runs inside a transaction. Building and preparing a
 * query takes longer than running it, so this pays where many run per second.
 *
 * @param prepare values that differ are `sql.placeholder(name)`
 */
export function prepareOnce<Query>(prepare: (db: Pick<Db, 'insert'>) => Query) {
  const prepared = new WeakMap<object, Query>();
  return (db: Pick<Db, 'insert'>): Query => {
    // Drizzle does not declare it. A transaction shares the session of its database.
    const { session } = db as typeof db & { session: object };
    const known = prepared.get(session);
    if (known) return known;
    const query = prepare(db);
    prepared.set(session, query);
    return query;
  };
}
