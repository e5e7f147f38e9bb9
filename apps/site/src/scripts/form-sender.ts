/** A form that could not be sent yet. */
interface PendingForm {
  body: string;
  /** `Idempotency-Key`: the server stores a form once, however often it arrives. */
  key: string;
  /** Time of the first failed attempt, in ms since 1970. */
  savedAt: number;
}

interface Listener {
  /** Called after each attempt that did not reach the server. */
  onPending: () => void;
  /** Called with the reply of the server; without one if the form has been waiting for seven days. */
  onEnd: (reply: Response | undefined) => void;
}

/** Statuses with which a proxy or a server that starts asks for another attempt. */
const retryStatuses = [408, 502, 503, 504];
/** Pauses before the next attempts. The last one repeats. */
const pausesMs = [2000, 5000, 15_000, 60_000];
const timeoutMs = 30_000;
const keepMs = 7 * 24 * 60 * 60_000;

const toStorageKey = (name: string) => `pending-${name}`;

/** Returns whether a form of this name waits in the tab or on the device. */
export function isFormPending(name: string): boolean {
  return accessStorage((storage) => toStorageKey(name) in storage).includes(true);
}

/**
 * Returns functions that send a form, again and again until the server has answered. A form that waits is stored in the
 * tab, and a sender of the same name on the next page continues.
 *
 * @param name of the form
 * @param url receives the body as JSON
 */
export function createFormSender(name: string, url: string, { onPending, onEnd }: Listener) {
  const storageKey = toStorageKey(name);
  let pending = read();
  let isSending = false;
  let attempts = 0;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): PendingForm | undefined {
    const found = accessStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as PendingForm | null);
    return found.find((form) => form && Date.now() - form.savedAt < keepMs) ?? undefined;
  }

  /** Stores the form on the device until it is sent, or in the tab alone. */
  function store(isKept: boolean): void {
    accessStorage((storage, isDevice) => {
      if (pending && isDevice === isKept) storage.setItem(storageKey, JSON.stringify(pending));
      else storage.removeItem(storageKey);
    });
  }

  const isKept = () => accessStorage((storage, isDevice) => isDevice && storageKey in storage).includes(true);

  function end(reply: Response | undefined): void {
    stop();
    onEnd(reply);
  }

  function stop(): void {
    clearTimeout(timer);
    pending = undefined;
    store(false);
  }

  async function attempt(): Promise<void> {
    if (!pending || isSending) return;
    clearTimeout(timer);
    isSending = true;
    const form = pending;
    const reply = await post(url, form);
    isSending = false;
    // Replaced or stopped in the meantime.
    if (pending !== form) return attempt();
    if (reply && !retryStatuses.includes(reply.status)) return end(reply);
    if (Date.now() - form.savedAt > keepMs) return end(undefined);
    store(isKept());
    const askedMs = readRetryAfter(reply);
    notBefore = Date.now() + askedMs;
    timer = setTimeout(attempt, askedMs || pausesMs[Math.min(attempts, pausesMs.length - 1)]);
    attempts += 1;
    onPending();
  }

  const wake = () => {
    if (!document.hidden && Date.now() >= notBefore) attempt();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  // One that has waited too long is removed. The caller has the functions of this sender before the first call back.
  if (!pending) stop();
  queueMicrotask(attempt);

  return {
    /** Sends a form in place of one that waits. */
    send(body: string, key: string): void {
      pending = { body, key, savedAt: Date.now() };
      attempts = 0;
      attempt();
    },
    stop,
    store,
    isKept,
    isPending: () => pending !== undefined,
  };
}

/** Runs a function with the storage of the tab and of the device. Either may be switched off. */
function accessStorage<Result>(use: (storage: Storage, isDevice: boolean) => Result): Result[] {
  return (['sessionStorage', 'localStorage'] as const).flatMap((kind) => {
    try {
      return [use(globalThis[kind], kind === 'localStorage')];
    } catch {
      return [];
    }
  });
}

/** Returns nothing if the request failed or took too long. */
function post(url: string, { body, key }: PendingForm): Promise<Response | undefined> {
  return fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key },
    body,
  }).catch(() => undefined);
}

/** Returns the time that the server asks to wait, in ms: it is a number of seconds or a date. */
function readRetryAfter(reply: Response | undefined): number {
  const value = reply?.headers.get('retry-after') ?? '';
  const askedMs = Number(value) * 1000 || Date.parse(value) - Date.now();
  return askedMs > 0 ? Math.min(askedMs, keepMs) : 0;
}
