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
const longestDelayMs = 30_000;
/** The server says something every 25 s. */
const longestSilenceMs = 60_000;

/** The server has no place for a further stream, and says when to ask again. */
export class StreamRefused extends Error {
  readonly retryAfterMs: number;

  /** @param retryAfter of the reply, in seconds */
  constructor(status: number, retryAfter: string | null) {
    super(`status ${status}`);
    this.name = 'StreamRefused';
    this.retryAfterMs = Math.max(0, Number(retryAfter) || 0) * 1000;
  }
}

interface StreamParts {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onEvent: (event: ServerEvent) => void;
  /** It could be opened; or it broke, or could not be opened. Not for an end that is followed by the next one. */
  onState: (isOpen: boolean) => void;
  /** It has ended, whether it is followed by the next one or not. */
  onEnd?: () => void;
}

/**
 * Keeps one stream open, with growing pauses between failed tries; tries at once when the browser is online again.
 *
 * @returns what ends it
 */
export function keepStreamOpen({ open, onEvent, onState, onEnd }: StreamParts): () => void {
  let isStopped = false;
  let attempt = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let delayMs = firstDelayMs;

  const giveUp = () => attempt.abort();
  /** A line that was cut without a word never ends by itself. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, longestSilenceMs);
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
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }

  const retryNow = () => {
    if (!timer) return;
    clearTimeout(timer);
    delayMs = firstDelayMs;
    connect();
  };
  window.addEventListener('online', retryNow);
  window.addEventListener('offline', giveUp);
  connect();
  return () => {
    isStopped = true;
    onEnd?.();
    attempt.abort();
    clearTimeout(timer);
    window.removeEventListener('online', retryNow);
    window.removeEventListener('offline', giveUp);
  };
}
