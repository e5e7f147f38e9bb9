/**
 * Loads the code of the newsletter form with the first focus in it, or at once if a form of this tab could not be sent yet.
 * A form that is submitted before is sent after it.
 */
export function loadNewsletter(): void {
  const form = document.querySelector<HTMLFormElement>('.newsletter');
  const url = form?.dataset.script;
  if (!form || !url) return;

  const load = async () => {
    await import(/* @vite-ignore */ url);
    form.removeEventListener('submit', submitLater);
  };
  const submitLater = (event: Event) => {
    event.preventDefault();
    // Without its code it is sent as without JavaScript.
    load().then(
      () => form.requestSubmit(),
      () => form.submit(),
    );
  };
  const loadEarly = () => load().catch(() => {});

  form.addEventListener('submit', submitLater);
  form.addEventListener('focusin', loadEarly, { once: true });
  try {
    if (JSON.stringify([sessionStorage, localStorage]).includes('"pending-')) loadEarly();
  } catch {
    // Storage may be switched off.
  }
}
