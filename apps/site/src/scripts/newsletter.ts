/** Spec §9: how long the confirmation stays. */
const confirmationMs = 3000;

/** Spec §4: a non-empty address shows the confirmation for 3 s; unlike there, the address is also stored. */
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
    const reply = await send(form.action, { ...last, notice });
    isSending = false;
    // Where no mail goes out, the page's own words would promise a message that nobody gets.
    const noted = reply?.isMailed === false ? reply.message : undefined;
    status.textContent = (reply ? (noted ?? status.dataset.success) : form.dataset.failure) ?? '';
    if (!reply) return;
    form.reset();
    timer = setTimeout(() => {
      // The confirmation of Spec §4 has gone; what it said stays true.
      status.textContent = noted ?? status.dataset.lasting ?? '';
    }, confirmationMs);
  });
}

interface SignUp {
  email: string;
  key: string;
  notice: FormDataEntryValue | null;
}

interface Reply {
  message?: string;
  isMailed?: boolean;
}

/** @returns what was answered; undefined when the address was not stored */
async function send(url: string, { email, key, notice }: SignUp): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(30_000),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ email, notice: notice ?? '' }),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
