import type { Locator, Page } from '@playwright/test';
import { card, openScreen } from '../support/admin-screen.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Product } from '../support/stack.ts';
import { type Figure, median, percentile } from './measure.ts';

const saves = 30;

/** Performs and counts a person's actions. Seconds contain no time for reading or thinking. */
export class Hand {
  clicks = 0;
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(place: Locator): Promise<void> {
    this.clicks += 1;
    await place.click();
  }

  async select(field: Locator, value: string): Promise<void> {
    this.clicks += 2;
    await field.selectOption(value);
  }

  /** Replaces the text of the focused field. */
  async write(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.#page.keyboard.press(key);
  }
}

export type Task = (page: Page, hand: Hand) => Promise<void>;

/** The line about the last save. It says `saving…` until the server has confirmed the save. */
const savedLine = 'small[title^="Updated "]';

/** Waits until the card of a saved item is closed and confirmed. Unlike the banner, this state is permanent. */
const confirmed = (page: Page, item: string) =>
  card(page, item)
    .filter({ hasNot: page.locator('form'), has: page.locator(savedLine).filter({ hasNotText: 'saving…' }) })
    .waitFor();
const edit = (page: Page, item: string) => card(page, item).getByRole('button', { name: /^Edit/ });

/** The five tasks of an editor's week, each from the dashboard to the server's confirmation. */
const tasks: Record<string, Task> = {
  async 'change a headline'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Content Management/ }));
    await hand.click(edit(page, 'hero.title'));
    // Keys that are pressed before the field has the focus are lost.
    await card(page, 'hero.title').locator('form :focus').waitFor();
    await hand.write('Build the company that you have planned.');
    await hand.press('ControlOrMeta+s');
    await confirmed(page, 'hero.title');
  },
  async 'swap an image'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Content Management/ }));
    await hand.click(page.getByRole('tab', { name: /^About/ }));
    await hand.click(edit(page, 'about.block-founders'));
    await hand.click(card(page, 'about.block-founders').getByRole('button', { name: 'Choose another: Image' }));
    const dialog = page.getByRole('dialog', { name: 'Choose an image', exact: true });
    await hand.click(dialog.getByRole('button', { name: 'House' }));
    await dialog.waitFor({ state: 'detached' });
    await hand.press('ControlOrMeta+s');
    await confirmed(page, 'about.block-founders');
  },
  async 'fix a stat'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Content Management/ }));
    await hand.click(page.getByRole('tab', { name: /^Stats/ }));
    await hand.click(edit(page, 'stats.stat-placement'));
    await hand.click(card(page, 'stats.stat-placement').locator('[data-pointer="/value"]'));
    await hand.write('93');
    await hand.press('ControlOrMeta+s');
    await confirmed(page, 'stats.stat-placement');
  },
  async 'add a user'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^User Management/ }));
    await hand.click(page.getByRole('button', { name: /Add/ }).first());
    await hand.click(page.getByLabel('Name'));
    await hand.write('Editor Three');
    await hand.press('Tab');
    await hand.write('editor.three@example.com');
    await hand.click(page.getByLabel('Password', { exact: true }));
    await hand.write('a long enough password');
    await hand.press('Enter');
    await page.getByText('editor.three@example.com').first().waitFor();
  },
  async 'undo a mistake'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Content Management/ }));
    await hand.click(card(page, 'hero.badge-india').getByRole('button', { name: /^More for/ }));
    await hand.click(page.getByRole('menuitem', { name: 'Remove' }));
    await hand.click(page.getByRole('button', { name: /^Undo/ }).first());
    await card(page, 'hero.badge-india').waitFor();
    // Redo is offered once the server has confirmed the undo.
    await page.getByRole('button', { name: /^Redo/ }).first().waitFor();
  },
};

/** Performs a task from the dashboard and describes what it took. */
export async function measureTask(page: Page, url: string, [name, task]: [string, Task]): Promise<Figure> {
  await page.goto(`${url}/admin`);
  await page.getByRole('link', { name: /^Content Management/ }).waitFor();
  const hand = new Hand(page);
  const began = performance.now();
  await task(page, hand);
  const seconds = (performance.now() - began) / 1000;
  return { name, value: `${hand.clicks} clicks, ${hand.keys} keys, ${seconds.toFixed(1)} s` };
}

/** Measures from the click on Save to the closed form with the new text, and to the server's confirmation, in ms. */
async function saveMs(page: Page, number: number): Promise<{ shown: number; confirmed: number }> {
  await edit(page, 'hero.title').click();
  await card(page, 'hero.title').getByRole('textbox').first().fill(`Save number ${number}.`);
  return page.evaluate(
    async ({ text, savedLine }) => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save');
      const item = document.querySelector('[data-item="hero.title"]');
      const until = (isTrue: () => boolean) =>
        new Promise<number>((resolve) => {
          const look = () => (isTrue() ? resolve(performance.now()) : requestAnimationFrame(look));
          look();
        });
      const began = performance.now();
      button?.click();
      const shown = await until(() => !item?.querySelector('form') && Boolean(item?.textContent?.includes(text)));
      const isConfirmed = () => item?.querySelector(savedLine)?.textContent?.includes('saving…') === false;
      const confirmed = await until(isConfirmed);
      return { shown: shown - began, confirmed: confirmed - began };
    },
    { text: `Save number ${number}.`, savedLine },
  );
}

/** Measures editing: clicks, keys and waiting time. */
export async function benchTasks(stack: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openScreen({ browser, stack }, '/admin');
    const figures: Figure[] = [];
    for (const task of Object.entries(tasks)) figures.push(await measureTask(page, stack.url, task));
    await page.goto(`${stack.url}/admin/content`);
    await card(page, 'hero.title').waitFor();
    const times = [];
    for (let number = 0; number < saves; number++) times.push(await saveMs(page, number));
    const shown = times.map((time) => time.shown);
    const confirmed = times.map((time) => time.confirmed);
    const words = (values: number[]) =>
      `p50 ${median(values).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms (n=${saves})`;
    return [
      ...figures,
      {
        name: 'click on Save → shown in the list',
        value: words(shown),
        aim: { text: 'at most 50 ms', met: median(shown) <= 50 },
      },
      {
        name: 'click on Save → confirmed by the server',
        value: words(confirmed),
        aim: { text: 'at most 300 ms', met: median(confirmed) <= 300 },
      },
    ];
  } finally {
    await browser.close();
  }
}
