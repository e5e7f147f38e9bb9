// A file, because inline script is forbidden. Runs before the first paint, to avoid a white flash.
(() => {
  const root = document.documentElement;
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    // The frame of the screens is painted before their code has loaded.
    if (localStorage.getItem('token')) root.dataset.screen = location.pathname.split('/')[2] || '';
  } catch {
    // Storage can be switched off.
  }
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
