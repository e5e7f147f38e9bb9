import { expect, test } from '../../support/fixtures.ts';
import { listPages, renderAllSections } from '../../support/site-pages.ts';
import { siteUrl, visit, withMotion } from '../../support/visit.ts';

test('every page has a language, landmarks, one main heading, no skipped level and a skip link first', async () => {
  const page = await visit();
  for (const path of await listPages(siteUrl)) {
    await page.goto(siteUrl + path);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en-IN');
    for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).first().count(), `${landmark} ${path}`).toBe(1);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? level), `heading ${index} of ${path}`).toBeLessThanOrEqual(1);

    await page.keyboard.press('Tab');
    const skip = page.locator('.skip-link');
    await expect.poll(() => skip.evaluate((link) => link === document.activeElement), { message: path }).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), { message: path }).toBe('MAIN');
  }
});

test('text in another language is marked with its language', async () => {
  const page = await visit();
  const foreign = await page.locator('body').evaluate((body) => {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isHindi = /\p{Script=Devanagari}/u.test(node.textContent ?? '');
      if (isHindi && !node.parentElement?.closest('[lang^=hi], script')) found.push(node.textContent ?? '');
    }
    return found;
  });
  expect(foreign).toEqual([]);
});

for (const width of [360, 1280]) {
  test(`targets are 44 px or more, except links within a sentence (${width} px)`, async () => {
    const page = await visit({ viewport: { width, height: 800 } });
    const small: Record<string, string[]> = {};
    for (const path of await listPages(siteUrl)) {
      await page.goto(siteUrl + path);
      await renderAllSections(page);
      const found = await page.locator('a[href], button, input, select, textarea, summary').evaluateAll((all) =>
        all
          .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('.skip-link'))
          .map((target) => (target.matches('input[type=radio]') ? (target.closest('label') ?? target) : target))
          .filter((target) => {
            const isInSentence =
              getComputedStyle(target).display === 'inline' && target.parentElement?.matches('p, dd, span, address');
            const { width, height } = target.getBoundingClientRect();
            return !isInSentence && (height < 43.5 || width < 43.5);
          })
          .map((target) => {
            const { width, height } = target.getBoundingClientRect();
            return `${target.outerHTML.slice(0, 90)} ${Math.round(width)} × ${Math.round(height)}`;
          }),
      );
      if (found.length > 0) small[path] = found;
    }
    expect(small).toEqual({});
  });
}

test('nothing is shown only on hover', async () => {
  const page = await visit();
  const harmless =
    /^(text-decoration|color|background|border|outline|animation-play-state|cursor|translate|fill|stroke|--glyph)/;
  const revealing = await page.evaluate((source) => {
    const allowed = new RegExp(source);
    const found: string[] = [];
    const read = (rules: CSSRuleList, parent = '') => {
      for (const rule of rules) {
        const { selectorText = '', style, cssRules } = rule as CSSStyleRule;
        const selector = `${parent} ${selectorText}`;
        if (selector.includes(':hover'))
          found.push(...[...(style ?? [])].filter((name) => !allowed.test(name)).map((name) => `${selector}: ${name}`));
        if (cssRules) read(cssRules, selector);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    return found;
  }, harmless.source);
  expect(revealing).toEqual([]);
});

test('links with the same text have the same target or a description; a new tab is announced [X8]', async () => {
  const page = await visit();
  for (const path of await listPages(siteUrl)) {
    await page.goto(siteUrl + path);
    const links = await page.locator('a[href]').evaluateAll((all) =>
      all.map((link) => {
        const described = (link.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '');
        const words = `${link.getAttribute('aria-label') ?? link.textContent} ${described.join(' ')}`;
        return {
          name: words.replace(/\s+/g, ' ').trim(),
          href: (link as HTMLAnchorElement).href,
          isNewTab: link.getAttribute('target') === '_blank',
          rel: link.getAttribute('rel') ?? '',
        };
      }),
    );
    const places = new Map<string, string>();
    for (const { name, href, isNewTab, rel } of links) {
      expect(name, `${href} on ${path}`).not.toBe('');
      expect(places.get(name) ?? href, `"${name}" on ${path}`).toBe(href);
      places.set(name, href);
      if (isNewTab) expect([name, rel], href).toEqual([expect.stringMatching(/\(opens .*in a new tab\)/), 'noopener']);
    }
  }
});

test('no script file is requested before the largest contentful paint', async () => {
  const page = await visit(withMotion);
  const askedMs = () =>
    page.evaluate(() =>
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    );
  await expect.poll(askedMs).toBeLessThan(Number.POSITIVE_INFINITY);
  const paintedMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  expect(await askedMs()).toBeGreaterThan(paintedMs);
});

test('an anchor link moves the keyboard focus', async () => {
  const page = await visit();
  await page.locator('.slide[data-active] a[href="#approach"]').press('Enter');
  await page.keyboard.press('Tab');
  const isBehind = await page.evaluate(() => {
    const target = document.getElementById('approach');
    const position = target?.compareDocumentPosition(document.activeElement ?? document.body) ?? 0;
    return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(isBehind).toBe(true);
});

test('help is at the same place on every page', async () => {
  const page = await visit({ viewport: { width: 360, height: 800 } });
  // In office hours: outside of them the call link opens a message.
  await page.clock.setFixedTime('2026-11-21T05:00:00Z');
  const places = new Set<string>();
  for (const path of await listPages(siteUrl)) {
    await page.goto(siteUrl + path);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }));
    places.add(
      (
        await page
          .locator('.sticky-bar a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(0, 12)))
      ).join(),
    );
    await expect
      .poll(() => page.locator('.site-footer a[href^="tel:"], .site-footer a[href^="mailto:"]').count(), {
        message: path,
      })
      .toBe(2);
  }
  expect(places.size).toBe(2);
  expect([...places].every((place) => place.startsWith('https://wa.m,tel:'))).toBe(true);
});

test('the sign-in accepts a pasted password and can show it, without a cognitive test', async () => {
  const page = await visit({ path: '/admin/login' });
  const password = page.getByLabel('Password', { exact: true });
  await password.focus();
  const isPrevented = await password.evaluate((field) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'correct horse battery');
    return !field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }));
  });
  expect(isPrevented).toBe(false);
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('correct horse battery');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(page.locator('iframe, canvas')).toHaveCount(0);
});
