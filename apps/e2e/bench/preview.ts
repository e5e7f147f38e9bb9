import { launchBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import type { Product } from '../support/stack.ts';
import { type Figure, median, percentile } from './measure.ts';

const measured = 60;
const warmUp = 10;
const aimMs = 50;

interface Trial {
  /** Where the user types: in the form, or in the text of the page. */
  place: 'form' | 'page';
  /** The factor by which the browser's CPU is throttled. */
  slower: number;
}

/** Measures from a keystroke in the headline to the frame in which the preview shows it, at desktop width. */
export async function benchPreview(stack: Product): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const place of ['form', 'page'] as const)
    for (const slower of [1, 4]) figures.push(await keystrokes(stack, { place, slower }));
  return figures;
}

async function keystrokes(stack: Product, { place, slower }: Trial): Promise<Figure> {
  const browser = await launchBrowser();
  try {
    const { token } = await signIn(stack.url);
    const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(`${stack.url}/admin/login`);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`${stack.url}/admin/content?section=hero&item=title`);
    const headline = page.frameLocator('iframe').locator('h1.headline');
    await headline.waitFor();
    const form = page.locator('[data-item="hero.title"] form [data-pointer=""]');
    const field = place === 'form' ? form : headline;
    if (place === 'page') {
      await headline.click();
      await page.frameLocator('iframe').locator('h1.headline[contenteditable]').waitFor();
    }
    const times: number[] = [];
    for (let count = -warmUp; count < measured; count++) {
      const text = `Typed ${count + warmUp}`;
      // Type all characters except the last: one keystroke is measured.
      await field.fill(text.slice(0, -1));
      await headline.filter({ hasText: exactly(text.slice(0, -1)) }).waitFor();
      const watched = await page.evaluateHandle(watch, { text, isInFrame: place === 'page' });
      await page.keyboard.press(text.slice(-1));
      const ms = await watched.evaluate(({ shown }) => shown);
      if (count >= 0) times.push(ms);
    }
    const p95 = percentile(times, 0.95);
    return {
      name: `keystroke in the ${place} → changed preview${slower > 1 ? `, ${slower}× slower CPU` : ''}`,
      value: `p50 ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (n=${measured})`,
      aim: { text: `p95 at most ${aimMs} ms`, met: p95 <= aimMs },
    };
  } finally {
    await browser.close();
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.trim()}\\s*$`);
}

/** Runs in the page. Measures from the next key to the frame after the headline has changed. */
function watch({ text, isInFrame }: { text: string; isInFrame: boolean }): { shown: Promise<number> } {
  const preview = document.querySelector('iframe')?.contentWindow;
  const typedIn = isInFrame ? preview : window;
  if (!preview || !typedIn) throw new Error('There is no preview.');
  const shown = new Promise<number>((resolve) => {
    let pressedAt = 0;
    const note = ({ timeStamp }: KeyboardEvent) => {
      pressedAt = timeStamp;
    };
    typedIn.addEventListener('keydown', note, { once: true, capture: true });
    const end = () => resolve(typedIn.performance.now() - pressedAt);
    const observer = new MutationObserver(() => {
      if (pressedAt === 0 || preview.document.querySelector('h1.headline')?.textContent !== text) return;
      observer.disconnect();
      // The first task after the frame, before the editor handles the message about the text.
      requestAnimationFrame(() => scheduler.postTask(end, { priority: 'user-blocking' }));
    });
    observer.observe(preview.document, { subtree: true, childList: true, characterData: true });
  });
  // Not the promise itself, which `evaluate` would await.
  return { shown };
}
