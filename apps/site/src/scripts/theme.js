{
  const { dataset } = document.documentElement;
  const bars = [...document.querySelectorAll('meta[name=theme-color]')];
  const [light, dark] = bars.map((bar) => bar.content);
  const apply = (theme) => {
    dataset.theme = theme;
    bars.forEach((bar, index) => {
      bar.content = { light, dark }[theme] ?? [light, dark][index];
    });
  };
  let stored = 'system';
  try {
    stored = localStorage.theme ?? stored;
  } catch {
    // Storage may be switched off: then the choice lasts as long as the page.
  }
  apply(stored);
  addEventListener('DOMContentLoaded', () => {
    for (const choice of document.querySelectorAll('[name=theme]')) choice.value = stored;
  });
  addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return;
    apply(target.value);
    try {
      localStorage.theme = target.value;
    } catch {
      // As above.
    }
  });
}
