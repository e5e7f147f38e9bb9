import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * Resolves to the worker's next message.
 * @throws Error with the reason if the worker ends instead
 */
export async function nextMessage<Message>(worker: Worker): Promise<Message> {
  const ended = new AbortController();
  const onExit = (code: number) => ended.abort(new Error(`it ended with exit code ${code}`));
  worker.once('exit', onExit);
  try {
    const [message] = await once(worker, 'message', { signal: ended.signal });
    return message as Message;
  } catch (error) {
    // A thrown error is more specific than the exit that follows it.
    throw error instanceof Error && error.name === 'AbortError' ? ended.signal.reason : error;
  } finally {
    worker.off('exit', onExit);
  }
}
