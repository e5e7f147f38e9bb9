/**
 * Returns the function with a memory: what is derived from an item, or from all content, is computed once per version of it.
 * Objects of the query cache are never changed, and a refetch keeps those that are equal.
 */
export function perItem<Item extends object, Result>(compute: (item: Item) => Result): (item: Item) => Result {
  const results = new WeakMap<Item, Result>();
  return (item) => {
    const known = results.get(item);
    if (known !== undefined || results.has(item)) return known as Result;
    const result = compute(item);
    results.set(item, result);
    return result;
  };
}
