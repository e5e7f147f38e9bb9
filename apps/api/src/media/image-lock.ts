const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs tasks on one image after each other, in the order of the calls: adding, restoring and removing an image takes several
 * steps on files and row, which must not mix. Tasks on different images run side by side.
 */
export async function withImageLock<Result>(publicId: string, task: () => Promise<Result>): Promise<Result> {
  const before = lastTasks.get(publicId) ?? Promise.resolve();
  const running = before.then(task);
  const settled = running.catch(() => {});
  lastTasks.set(publicId, settled);
  try {
    return await running;
  } finally {
    if (lastTasks.get(publicId) === settled) lastTasks.delete(publicId);
  }
}
