import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { openScreen } from '../support/admin-screen.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Product } from '../support/stack.ts';
import { type Figure, median } from './measure.ts';

const libraryImages = 5000;
const rounds = 5;
const limitMs = 300;

/** Copies the seeded images under other names: the cost of the list does not depend on their content. */
function fillLibrary({ dataDir }: Product): void {
  const db = new DatabaseSync(join(dataDir, 'threadline.db'), { timeout: 5000 });
  db.exec('pragma busy_timeout = 5000');
  const columns = db
    .prepare("select name from pragma_table_info('images')")
    .all()
    .map(({ name }) => String(name));
  const changed: Record<string, string> = {
    id: "'bench-' || n",
    public_id: "printf('%032d', n)",
    original_name: "printf('picture-%04d.png', n)",
  };
  db.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${libraryImages}),
      seeds as (select *, row_number() over (order by id) - 1 as place from images where id not like 'bench-%')
    insert or ignore into images (${columns.join(', ')})
    select ${columns.map((name) => changed[name] ?? name).join(', ')}
    from numbers join seeds on place = n % (select count(*) from seeds)`);
  db.close();
}

/** Runs in the page. Returns the time from the click on the sidebar until every card in view shows its image, in ms. */
function timeToFirstScreen(): Promise<number> {
  const cards = () => [...document.querySelectorAll<HTMLImageElement>('li[aria-setsize] img')];
  const isInView = (image: HTMLImageElement) => image.getBoundingClientRect().top < window.innerHeight;
  const began = performance.now();
  document.querySelector<HTMLAnchorElement>('nav a[href="/admin/images"]')?.click();
  return new Promise((resolve) => {
    const look = () => {
      const seen = cards().filter(isInView);
      const isShown = seen.length > 0 && seen.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      if (isShown) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  });
}

async function visit(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  return page.evaluate(timeToFirstScreen);
}

/** Measures a library of 5,000 images in the admin. */
export async function benchImageLibrary(stack: Product): Promise<Figure[]> {
  fillLibrary(stack);
  const browser = await launchBrowser();
  try {
    const { page } = await openScreen({ browser, stack }, '/admin');
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // Responses are cached, so each round begins with a new page.
      await page.reload();
      times.push(await visit(page));
    }
    const firstScreenMs = median(times);
    for (let turn = 0; turn < 40; turn++) {
      await page.locator('[data-scrolls]').evaluate((element) => element.scrollBy(0, 2000));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const cards = await page.locator('li[aria-setsize]').count();
    return [
      {
        name: `${libraryImages.toLocaleString('en')} images, first screen`,
        value: `${firstScreenMs.toFixed(0)} ms (median of ${rounds})`,
        aim: { text: `at most ${limitMs} ms`, met: firstScreenMs <= limitMs },
      },
      {
        name: 'cards in the page after scrolling',
        value: String(cards),
        aim: { text: 'at most 80', met: cards > 0 && cards <= 80 },
      },
    ];
  } finally {
    await browser.close();
  }
}
