const width = 16;

/**
 * Calls `work` for each item, 16 at a time. The first failure stops the others; the promise settles once no call runs.
 *
 * @throws the first error
 */
export async function runParallel<Item>(
  items: Iterable<Item>,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const queue = [...items].values();
  const runWorker = async () => {
    for (const item of queue) {
      either.throwIfAborted();
      await work(item, either);
    }
  };
  await Promise.all(Array.from({ length: width }, () => runWorker().catch((error) => failing.abort(error))));
  either.throwIfAborted();
}
