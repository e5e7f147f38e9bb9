const storageKey = 'last-sent';

/**
 * The `Idempotency-Key` for a body: the same words sent once more, after a lost reply or a reload, are the same request, which
 * the API stores once. Other words get another key.
 */
export function getIdempotencyKey(body: string): string {
  try {
    const last = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { body?: string; key?: string };
    if (last.body === body && last.key) return last.key;
  } catch {
    // Storage may be switched off, or hold what another version left there.
  }
  // Not `randomUUID`, which is missing where a page is served without TLS.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ body, key }));
  } catch {
    // Then only a double press is caught, by the form itself.
  }
  return key;
}

/**
 * Clears the stored key after a successful enquiry, so that it does not stay in the tab. Clearing it earlier would turn a
 * repeated submit into a second enquiry.
 */
export function clearIdempotencyKey(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to clear.
  }
}
