export interface ServerEvent {
  event: string;
  data: string;
}

/** Reads server-sent events until the stream ends. `EventSource` cannot send the bearer token. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) onEvent(event);
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}

const firstDelayMs = 1000;
const maxDelayMs = 30_000;
/** The server sends a heartbeat every 25 s. */
const maxSilenceMs = 60_000;

/** The server rejected another stream. */
export class StreamRefused extends Error {
  readonly retryAfterMs: number;

  /** @param retryAfter the header of the reply, in seconds */
  constructor(status: number, retryAfter: string | null) {
    super(`status ${status}`);
    this.name = 'StreamRefused';
    this.retryAfterMs = Math.max(0, Number(retryAfter) || 0) * 1000;
  }
}

interface StreamParts {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onEvent: (event: ServerEvent) => void;
  /** Called with true when the stream opens, with false when it breaks or cannot be opened; not between two streams. */
  onState: (isOpen: boolean) => void;
  /** Called at every end of a stream. */
  onEnd?: () => void;
}

/**
 * Keeps one stream open, with exponential backoff between failed attempts. Reconnects at once when the browser is online
 * again.
 *
 * @returns a function that closes the stream
 */
export function keepStreamOpen({ open, onEvent, onState, onEnd }: StreamParts): () => void {
  let isStopped = false;
  let attempt = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let delayMs = firstDelayMs;

  const abort = () => attempt.abort();
  /** A silently broken connection never ends by itself. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, maxSilenceMs);
  };

  async function connect() {
    timer = undefined;
    attempt = new AbortController();
    watch();
    let leastMs = 0;
    try {
      const stream = await open(attempt.signal);
      onState(true);
      delayMs = firstDelayMs;
      await readEvents(stream, (event) => {
        watch();
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof StreamRefused) leastMs = error.retryAfterMs;
      if (!isStopped) onState(false);
    }
    clearTimeout(silence);
    if (isStopped) return;
    onEnd?.();
    timer = setTimeout(connect, Math.max(delayMs, leastMs));
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }

  const retryNow = () => {
    if (!timer) return;
    clearTimeout(timer);
    delayMs = firstDelayMs;
    connect();
  };
  window.addEventListener('online', retryNow);
  window.addEventListener('offline', abort);
  connect();
  return () => {
    isStopped = true;
    onEnd?.();
    attempt.abort();
    clearTimeout(timer);
    window.removeEventListener('online', retryNow);
    window.removeEventListener('offline', abort);
  };
}
