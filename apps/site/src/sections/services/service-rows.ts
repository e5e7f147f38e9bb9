/** On phones a service is a row, which shows its list and links when it is opened, found by a search or named in the address. */
export function startServiceRows(): void {
  const phone = matchMedia('(width < 640px)');
  for (const toggle of document.querySelectorAll('.service-toggle')) {
    const service = toggle.parentElement;
    const more = toggle.nextElementSibling;
    const setOpen = (isOpen: boolean) => {
      toggle.ariaExpanded = String(isOpen);
      if (isOpen) more?.removeAttribute('hidden');
      else more?.setAttribute('hidden', 'until-found');
    };
    const isNamed = () => location.hash === `#${service?.id}`;
    const update = () => setOpen(!phone.matches || isNamed());
    toggle.addEventListener('click', () => setOpen(toggle.ariaExpanded !== 'true'));
    more?.addEventListener('beforematch', () => setOpen(true));
    addEventListener('hashchange', () => isNamed() && setOpen(true));
    phone.addEventListener('change', update);
    update();
  }
}
