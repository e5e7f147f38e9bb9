import { createFormSender, listPendingForms } from '../../scripts/form-sender.ts';

/** Spec §9: how long the confirmation stays. */
const confirmationMs = 3000;

const form = document.querySelector<HTMLFormElement>('.newsletter');
if (form) {
  startNewsletter(form);
  resumeEnquiry();
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
      await showReply(status, reply);
      if (!reply?.ok) return;
      form.reset();
      timer = setTimeout(show, confirmationMs);
    },
  });
  if (sender.getPending()) show(form.dataset.pending);

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

/** Shows the success text, or the sentence of the server. */
async function showReply(status: HTMLElement, reply: Response | undefined): Promise<void> {
  const { success, failure = '' } = status.dataset;
  const body: unknown = await reply?.json().catch(() => undefined);
  status.textContent = (reply?.ok ? success : (body as { message?: string } | undefined)?.message) ?? failure;
}

/** Sends an enquiry that waits. A page without its form shows the outcome above the telephone number. */
function resumeEnquiry(): void {
  if (listPendingForms('enquiry').length === 0) return;
  const status = document.querySelector<HTMLElement>('.enquiry-status');
  if (status)
    createFormSender('enquiry', status.dataset.url ?? '', {
      keepsRefused: true,
      onEnd(reply) {
        if (reply?.ok) for (const entry of ['last-sent', 'enquiry-draft']) sessionStorage.removeItem(entry);
        showReply(status, reply);
      },
    });
  // The dialog continues as soon as it is loaded.
  else document.querySelector('[data-open-contact]')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
}
