/** The button of the header goes through the choices of the footer, the one that is not seen now first. */
export function startThemeButton(): void {
  const button = document.querySelector('.theme-button');
  const choice = document.querySelector('.theme-switch');
  if (!button || !choice) return;
  const radios = [...choice.querySelectorAll('input')];
  const chosen = () => radios.findIndex(({ checked }) => checked);
  // System, light, dark: on a dark device forwards, on a light one backwards.
  const step = matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 2;
  const say = () => {
    const [legend, ...names] = Array.from(choice.children, ({ textContent }) => textContent.trim());
    button.lastElementChild?.replaceChildren(`${legend}: ${names[chosen()]}`);
  };

  button.addEventListener('click', () => radios[(chosen() + step) % 3]?.click());
  document.addEventListener('change', say);
  // The choice that was stored is marked then.
  addEventListener('DOMContentLoaded', say);
}
