/** A form that is being sent, or waits for the next attempt. */
interface PendingForm {
  body: string;
  /** `Idempotency-Key`: the server stores a form once, however often it arrives. */
  key: string;
  /** Time at which sending began, in ms since 1970. */
  savedAt: number;
  /** The visitor asked to keep it on the device: otherwise it is stored in the tab. */
  isKept: boolean;
}

interface Listener {
  /** Called after each attempt that did not reach the server. */
  onPending?: () => void;
  /** Called with the reply of the server; without one if the form has been waiting for seven days. */
  onEnd: (reply: Response | undefined) => void;
  /** Keeps a refused form in storage, for the sender of the page that can show it. */
  keepsRefused?: boolean;
}

/** Statuses with which a proxy or a server that starts asks for another attempt. */
const retryStatuses = [408, 502, 503, 504];
/** Pauses before the next attempts. The last one repeats. */
const pausesMs = [2000, 5000, 15_000, 60_000];
const timeoutMs = 30_000;
/** Nothing that a visitor typed is stored longer. */
export const keepMs = 7 * 24 * 60 * 60_000;

/** Returns the forms of a name in the tab and on the device. Each has an entry, so that none replaces another. */
export function listPendingForms(name: string): PendingForm[] {
  return accessStorage((storage) =>
    Object.keys(storage)
      .filter((entry) => entry.startsWith(`pending-${name}:`))
      .map((entry) => JSON.parse(storage[entry] as string) as PendingForm),
  );
}

/**
 * Returns functions that send a form, again and again until the server has answered. Until then it is stored in the
 * tab, and a sender of the same name on the next page continues.
 *
 * @param name of the form
 * @param url receives the body as JSON
 */
export function createFormSender(name: string, url: string, { onPending, onEnd, keepsRefused }: Listener) {
  let [pending] = listPendingForms(name);
  let isSending = false;
  let attempts = 0;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Stores a form in the tab or on the device alone, or removes it from both. */
  function store(form: PendingForm, isRemoved?: boolean): void {
    accessStorage((storage, isDevice) => {
      const entry = `pending-${name}:${form.key}`;
      storage.removeItem(entry);
      if (!isRemoved && isDevice === form.isKept) storage.setItem(entry, JSON.stringify(form));
      return [];
    });
  }

  function stop(): void {
    if (pending) store(pending, true);
    pending = undefined;
  }

  async function attempt(): Promise<void> {
    if (!pending || isSending) return;
    clearTimeout(timer);
    const form = pending;
    if (Date.now() - form.savedAt > keepMs) return end(form);
    isSending = true;
    const reply = await post(url, form);
    isSending = false;
    if (reply?.ok) store(form, true);
    // Replaced in the meantime.
    if (pending && pending.key !== form.key) return attempt();
    // Also after `stop`: the server has decided.
    if (reply && !retryStatuses.includes(reply.status)) return end(form, reply);
    if (pending) wait(reply);
  }

  function end(form: PendingForm, reply?: Response): void {
    pending = undefined;
    if (!keepsRefused || !reply) store(form, true);
    onEnd(reply);
  }

  function wait(reply: Response | undefined): void {
    const askedMs = readRetryAfter(reply);
    notBefore = Date.now() + askedMs;
    timer = setTimeout(attempt, askedMs || pausesMs[Math.min(attempts, pausesMs.length - 1)]);
    attempts += 1;
    onPending?.();
  }

  const wake = () => {
    if (!document.hidden && Date.now() >= notBefore) attempt();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  // The caller has the functions of this sender before the first call back.
  queueMicrotask(attempt);

  return {
    /** Sends a form in place of one that waits in the tab. One that is kept on the device is sent from the next page. */
    send(body: string, key: string): void {
      if (pending?.key !== key) {
        if (!pending?.isKept) stop();
        pending = { body, key, savedAt: Date.now(), isKept: false };
        store(pending);
      }
      attempts = 0;
      attempt();
    },
    stop,
    /** Stores the form on the device until it is sent, or in the tab alone. */
    keep(isKept: boolean): void {
      if (!pending) return;
      pending.isKept = isKept;
      store(pending);
    },
    getPending: () => pending,
  };
}

/** Runs a function with the storage of the tab and of the device. Either may be switched off. */
function accessStorage<Result>(use: (storage: Storage, isDevice: boolean) => Result[]): Result[] {
  return [false, true].flatMap((isDevice) => {
    try {
      return use(isDevice ? localStorage : sessionStorage, isDevice);
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
