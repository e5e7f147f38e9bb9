/** Spec §9: how long the confirmation stays. */
const confirmationMs = 3000;

/** Spec §4: a non-empty address shows the confirmation for 3 s; unlike there, the address is also stored. */
export function startNewsletter(): void {
  const form = document.querySelector<HTMLFormElement>('.newsletter');
  const status = form?.querySelector<HTMLElement>('[role=status]');
  if (!form || !status) return;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    const isStored = await send(form.action, new FormData(form).get('email'));
    isSending = false;
    status.textContent = (isStored ? status.dataset.success : form.dataset.failure) ?? '';
    if (!isStored) return;
    form.reset();
    timer = setTimeout(() => {
      // The confirmation of Spec §4 has gone; what it said stays true.
      status.textContent = status.dataset.lasting ?? '';
    }, confirmationMs);
  });
}

async function send(url: string, email: FormDataEntryValue | null): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return response.ok;
  } catch {
    return false;
  }
}
