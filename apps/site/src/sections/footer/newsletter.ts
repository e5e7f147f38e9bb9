/** Spec §9: how long the confirmation stays. */
const confirmationMs = 3000;

/** Spec §4: a non-empty address shows the confirmation for 3 s, then it hides. Unlike there, the address is also stored. */
export function startNewsletter(): void {
  const form = document.querySelector<HTMLFormElement>('.newsletter');
  const status = form?.querySelector<HTMLElement>('[role=status]');
  if (!form || !status) return;
  let isSending = false;
  let last = { email: '', key: '' };
  let timer: ReturnType<typeof setTimeout> | undefined;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    const email = String(new FormData(form).get('email'));
    // The same address again, after a lost reply, is the same request.
    if (email !== last.email) last = { email, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    const notice = new FormData(form).get('notice');
    const isStored = await send(form.action, { ...last, notice });
    isSending = false;
    status.textContent = (isStored ? status.dataset.success : form.dataset.failure) ?? '';
    if (!isStored) return;
    form.reset();
    timer = setTimeout(() => {
      status.textContent = '';
    }, confirmationMs);
  });
}

interface SignUp {
  email: string;
  key: string;
  notice: FormDataEntryValue | null;
}

/** Sends the sign-up. Returns true when the address was stored. */
async function send(url: string, { email, key, notice }: SignUp): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(30_000),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ email, notice: notice ?? '' }),
    });
    return response.ok;
  } catch {
    return false;
  }
}
