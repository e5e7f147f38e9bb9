// Loads what the first view does not need, after its paint: the style sheet of the rest, the drawings in it, and the script
// of the page. Until styles and script are there, the rest is not laid out (styles/gate.css). If they fail or are late, it is
// shown without them.
{
  const { dataset } = document.documentElement;
  const { drawings, script, styles } = document.currentScript.dataset;
  const patienceMs = 3000;
  const draw = () => {
    for (const use of document.querySelectorAll('use[href^="#art-"]'))
      use.setAttribute('href', drawings + use.getAttribute('href'));
  };
  const open = () => {
    if (!('gate' in dataset)) return;
    delete dataset.gate;
    // In a task of its own, and again at the end of the page, which may still be on its way.
    setTimeout(draw);
    addEventListener('DOMContentLoaded', draw);
    const target = document.querySelector(':target');
    if (!target) return;
    // Until now, the sections above it had no height. Their lines may break differently in the web fonts.
    target.scrollIntoView({ behavior: 'instant' });
    // The script of the header waits for scrolling, which may be over.
    dispatchEvent(new Event('scroll'));
    const y = scrollY;
    document.fonts.ready.then(() => scrollY === y && target.scrollIntoView({ behavior: 'instant' }));
  };

  // A press that needs the script is repeated once it is there. Without it, links lead to their targets and the menu opens.
  let pressed;
  const deferPress = (event) => {
    const target = event.target.closest('button, [data-open-contact]');
    if (!target) return;
    event.preventDefault();
    pressed = target;
  };
  const repeatPress = () => {
    removeEventListener('click', deferPress);
    pressed?.click();
    pressed = undefined;
  };
  const continueWithoutScript = () => {
    const menu = document.querySelector('.menu-button');
    menu.onclick = () => {
      menu.ariaExpanded = menu.ariaExpanded !== 'true';
    };
    repeatPress();
  };
  const run = async () => {
    // A request may also hang.
    const timer = setTimeout(continueWithoutScript, patienceMs);
    await import(script)
      .catch(() => new Promise((resolve) => setTimeout(resolve, 1000)).then(() => import(`${script}?again`)))
      .then(() => {
        document.querySelector('.menu-button').onclick = null;
        repeatPress();
      }, continueWithoutScript);
    clearTimeout(timer);
  };
  addEventListener('click', deferPress);

  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
  const load = () => {
    if (link.isConnected) return;
    const styled = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    const parsed = new Promise((resolve) =>
      document.readyState === 'loading' ? addEventListener('DOMContentLoaded', resolve) : resolve(),
    );
    document.head.append(link);
    // The first paint may show the header alone: the script waits for that of the headline as well.
    const scripted = parsed.then(frame).then(frame).then(run);
    // After the next frame: the styles open a part of the gate.
    Promise.all([styled, scripted]).then(frame).then(open);
    setTimeout(open, patienceMs);
  };

  const [visit] = performance.getEntriesByType('navigation');
  const isFirstView = visit?.type === 'navigate' && !location.hash && !document.referrer.startsWith(location.origin);
  if (isFirstView && !document.hidden) {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
    addEventListener('load', () => setTimeout(load, 1000));
  } else {
    // The file is cached, or a place further down is wanted: nothing is gained by waiting.
    load();
  }
  dataset.gate = '';
}
