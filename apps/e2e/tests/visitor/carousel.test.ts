import { getActiveSlide, lastOfHeader, openCarousel } from '../../support/carousel.ts';
import { expect, test } from '../../support/fixtures.ts';
import { settle, siteUrl, visit, withMotion } from '../../support/visit.ts';

const names = ['Growth plan', 'Strategic hiring', 'Organisational audit', '4D platform'];

test('the carousel is a section whose name does not repeat its role', async () => {
  const { carousel } = await openCarousel();
  expect(await carousel.count()).toBe(1);
  expect(await carousel.getAttribute('aria-label')).toMatch(/^(?!.*carousel)\w.+/i);
});

test('the rotation button is the first focusable control and names its action', async () => {
  const { page, carousel } = await openCarousel();
  const first = carousel.locator('a[href], button, input, [tabindex]').first();
  expect(await first.getAttribute('aria-label')).toBe('Stop slide rotation');
  await lastOfHeader(page).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
  // The focus has paused the slides.
  await expect(first).toHaveAttribute('aria-label', 'Start slide rotation');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-label', 'Stop slide rotation');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-label', 'Start slide rotation');
  await expect.poll(() => first.getAttribute('aria-pressed')).toBe(null);
});

test('slides are named groups, announced only while paused, and only the active one is focusable', async () => {
  const { carousel, button } = await openCarousel();
  const slides = carousel.locator('[role=group][aria-roledescription=slide]');
  expect(await slides.evaluateAll((all) => all.map((slide) => slide.getAttribute('aria-label')))).toEqual(
    names.map((name, index) => `${index + 1} of 4: ${name}`),
  );
  const live = carousel.locator('.slides');
  expect(await live.getAttribute('aria-live')).toBe('off');
  await button('Stop slide rotation').click();
  await expect(live).toHaveAttribute('aria-live', 'polite');
  for (let active = 0; active < names.length; active++) {
    const reachable = await carousel.locator('.slide a').evaluateAll((links) =>
      links.map((link) => {
        (link as HTMLElement).focus();
        return document.activeElement === link;
      }),
    );
    expect(reachable).toEqual(names.flatMap((_, index) => [index === active, index === active]));
    await button('Next slide').click();
  }
});

test('arrows and indicators change slides, wrap around and keep the focus', async () => {
  const { page, carousel, button } = await openCarousel();
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel);
  await button('Previous slide').focus();
  await page.keyboard.press('Enter');
  expect([await getActiveSlide(page), await focused()]).toEqual([4, 'Previous slide']);
  await button('Next slide').focus();
  await page.keyboard.press('Enter');
  expect([await getActiveSlide(page), await focused()]).toEqual([1, 'Next slide']);

  const dots = carousel.locator('.indicators button');
  await dots.nth(2).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => getActiveSlide(page)).toBe(3);
  await expect.poll(() => dots.nth(2).evaluate((dot) => document.activeElement === dot)).toBe(true);
  expect(await dots.evaluateAll((all) => all.map((dot) => dot.ariaDisabled))).toEqual([
    'false',
    'false',
    'true',
    'false',
  ]);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => getActiveSlide(page)).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => getActiveSlide(page)).toBe(4);
  await expect.poll(() => dots.nth(2).evaluate((dot) => document.activeElement === dot)).toBe(true);
});

test('arrow keys are ignored outside the carousel and together with Alt', async () => {
  const { page, button } = await openCarousel();
  await page.locator('.site-header .site-logo').focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  expect(await getActiveSlide(page)).toBe(1);
  await button('Next slide').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await settle(page);
  expect(await getActiveSlide(page)).toBe(1);
});

for (const width of [360, 1280]) {
  test(`each control is a target of 44 px or more (${width} px)`, async () => {
    const { carousel } = await openCarousel({ viewport: { width, height: 900 } });
    for (const control of await carousel.getByRole('button').all()) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await control.innerHTML()).toBeGreaterThanOrEqual(44);
    }
    const dots = await carousel
      .locator('.indicators button')
      .evaluateAll((all) => all.map((dot) => Number.parseFloat(getComputedStyle(dot, '::after').width)));
    for (const dot of dots) expect(dot).toBeLessThanOrEqual(14);
  });
}

test('a swipe changes the slide, a vertical movement scrolls the page', async () => {
  const { page } = await openCarousel({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  const devtools = await page.context().newCDPSession(page);
  const swipe = async ({ x = 0, y = 0 }) => {
    const steps = 10;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: 180, y: 500 }]);
    for (let step = 1; step <= steps; step++)
      await touch('touchMove', [{ x: 180 + (x * step) / steps, y: 500 + (y * step) / steps }]);
    await touch('touchEnd', []);
    await settle(page);
  };
  expect(await page.locator('.slides').evaluate((slides) => getComputedStyle(slides).touchAction)).toBe('pan-y');
  await swipe({ x: -150 });
  await expect.poll(() => getActiveSlide(page)).toBe(2);
  await swipe({ x: 150 });
  await expect.poll(() => getActiveSlide(page)).toBe(1);
  await swipe({ y: -200 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect.poll(() => getActiveSlide(page)).toBe(1);
});

test('without JavaScript all four slides are a list, and nothing in it is inert', async () => {
  const page = await visit({ javaScriptEnabled: false });
  const tops = new Set<number>();
  for (const slide of await page.locator('.slide').all()) {
    expect(await slide.locator('.headline').isVisible()).toBe(true);
    tops.add((await slide.boundingBox())?.y ?? 0);
  }
  expect(tops.size).toBe(4);
  expect(await page.locator('.hero :is([inert], [hidden])').count()).toBe(0);
  expect(await page.locator('.hero-foot').isVisible()).toBe(false);
});

for (const width of [360, 1280]) {
  test(`the only h1 is the first headline, in the HTML and as the largest contentful paint (${width} px)`, async () => {
    const html = await (await fetch(siteUrl)).text();
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    const page = await visit({ ...withMotion, viewport: { width, height: 900 } });
    const largest = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1) as (PerformanceEntry & { element?: Element }) | undefined;
            resolve(last?.element?.tagName ?? '');
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    expect(largest).toBe('H1');
  });
}

test('changing slides keeps the main heading, also for screen readers', async () => {
  const { page, button } = await openCarousel({ reducedMotion: 'reduce' });
  const devtools = await page.context().newCDPSession(page);
  const heading = async () => {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ role, properties }) => role?.value === 'heading' && properties?.[0]?.value.value === 1)
      .map(({ name }) => name?.value);
  };
  const before = await heading();
  expect(before).toEqual(['Build the company your growth plan assumes you already have.']);
  for (let turns = 0; turns < names.length; turns++) {
    await button('Next slide').click();
    await settle(page);
    expect(await heading()).toEqual(before);
  }
});
