/** The button of the header goes through the choices of the footer, the one that is not seen now first. */
export function startThemeButton(): void {
  const button = document.querySelector('.theme-button');
  const choice = document.querySelector<HTMLSelectElement>('[name=theme]');
  if (!button || !choice) return;
  // System, light, dark: on a dark device forwards, on a light one backwards.
  const step = matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 2;
  const updateLabel = () => {
    const name = choice.labels[0]?.firstChild?.textContent?.trim();
    button.lastElementChild?.replaceChildren(`${name}: ${choice.selectedOptions[0]?.text}`);
  };

  button.addEventListener('click', () => {
    choice.selectedIndex = (choice.selectedIndex + step) % choice.length;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  });
  document.addEventListener('change', updateLabel);
  // The choice that was stored is selected by now.
  updateLabel();
}
