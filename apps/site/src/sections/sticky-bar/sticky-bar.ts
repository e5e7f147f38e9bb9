/** Shows the bar once the first buttons are out of sight, and not beside the contact section, which says the same. */
export function startStickyBar(): void {
  const bar = document.querySelector('.sticky-bar');
  const first = document.querySelector('.hero-text, .inner-head');
  const contact = document.getElementById('contact');
  if (!bar || !first) return;

  const visible = new Set<Element>([first]);
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      visible[isIntersecting ? 'add' : 'delete'](target);
    }
    bar.toggleAttribute('data-hidden', visible.size > 0);
  });
  observer.observe(first);
  if (contact) observer.observe(contact);
}
