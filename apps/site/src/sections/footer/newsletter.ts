import { createFormSender, isFormPending } from '../../scripts/form-sender.ts';

/** Spec §9: how long the confirmation stays. */
const confirmationMs = 3000;

const form = document.querySelector<HTMLFormElement>('.newsletter');
if (form) {
  startNewsletter(form);
  resumeEnquiry(form);
}

/** Spec §4: a non-empty address shows the confirmation for 3 s, then it hides. Unlike there, the address is also stored. */
function startNewsletter(form: HTMLFormElement): void {
  const status = form.querySelector<HTMLElement>('[role=status]') ?? form;
  let isSending = false;
  let last = { email: '', key: '' };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (message = '') => {
    if (status.textContent !== message) status.textContent = message;
  };
  const sender = createFormSender('newsletter', form.action, {
    onPending() {
      isSending = false;
      show(form.dataset.pending);
    },
    async onEnd(reply) {
      isSending = false;
      show(reply?.ok ? status.dataset.success : ((await readMessage(reply)) ?? form.dataset.failure));
      if (!reply?.ok) return;
      form.reset();
      timer = setTimeout(show, confirmationMs);
    },
  });
  if (sender.isPending()) show(form.dataset.pending);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    const { email, notice } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    // The same address again, after a lost reply, is the same request.
    if (email !== last.email) last = { email: email ?? '', key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    sender.send(JSON.stringify({ email, notice: notice ?? '' }), last.key);
  });
}

/** Returns the sentence of the server. */
async function readMessage(reply: Response | undefined): Promise<string | undefined> {
  const body: unknown = await reply?.json().catch(() => undefined);
  return (body as { message?: string } | undefined)?.message;
}

/** Sends an enquiry that waits, also from a page without its form. */
function resumeEnquiry({ action }: HTMLFormElement): void {
  if (!isFormPending('enquiry')) return;
  // The dialog continues as soon as it is loaded.
  if (document.querySelector('astro-island[client=interaction]'))
    document.querySelector('[data-open-contact]')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  else createFormSender('enquiry', new URL('/api/request/send-request', action).href, { onPending() {}, onEnd() {} });
}
