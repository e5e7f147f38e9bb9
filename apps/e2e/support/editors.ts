import type { Page } from '@playwright/test';
import { openScreen } from './admin-screen.ts';
import { test } from './fixtures.ts';
import { type Session, signIn } from './session.ts';
import { useProduct } from './use-product.ts';

export const second = { email: 'editor@example.com', password: 'a long enough password' };

/** Starts the product with two editors: the owner in the browser, and a colleague who uses the API. */
export function useEditors() {
  const product = useProduct();
  let session: Session | undefined;
  const colleague = (): Session => {
    if (!session) throw new Error('The colleague is there only while tests run.');
    return session;
  };

  test.beforeAll(async () => {
    const owner = await signIn(product.stack.url);
    await owner.call('/api/auth/create-admin', {
      method: 'POST',
      json: { ...second, name: 'Editor Two', role: 'admin' },
    });
    session = await signIn(product.stack.url, second);
  });

  return {
    product,
    colleague,
    openScreen: (path: string, who?: typeof second) => openScreen(product, path, who),
    async storedValue(section: string, key: string): Promise<unknown> {
      const { body } = await colleague().call<{ content: Record<string, Record<string, { value: unknown }>> }>(
        '/api/content',
      );
      return body.content[section]?.[key]?.value;
    },
  };
}

/** Crashes the renderer process of a page, so that no handler of the page runs. */
export async function kill(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}
