import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, signIn } from './session.ts';
import { type Product, root, until } from './stack.ts';

const contact = {
  email: 'care@threadline.in',
  phone: '+919876543210',
  whatsapp: '+919876543211',
  addressLines: ['12 Weaver Street', 'Bengaluru 560001'],
};
const legalName = 'Threadline Advisory Private Limited';

type Content = Record<string, Record<string, { value: object }>>;

/** Replaces every placeholder of the seed and waits until the public page shows it. */
export async function replacePlaceholders(stack: Product): Promise<void> {
  const session = await signIn(stack.url);
  const { content } = (await session.call<{ content: Content }>('/api/content')).body;
  const edit = (section: string, key: string, fields: object) => ({
    section,
    key,
    value: { ...content[section]?.[key]?.value, ...fields },
  });
  const figures = Object.keys(content.stats ?? {}).filter((key) => /^(?:stat|claim)-/.test(key));
  const source = { basis: 'Counted by our auditor since 2014.', period: 'April 2025 to March 2026' };
  const updates = [
    ...figures.map((key) => edit('stats', key, source)),
    edit('site', 'brand', { legalName }),
    edit('site', 'contact', contact),
    edit('site', 'labels', { callLater: 'Message us' }),
  ];
  const { status } = await session.call('/api/content/bulk', { method: 'PUT', json: { updates } });
  if (status !== 200) throw new Error(`The placeholders could not be replaced: ${status}`);
  await until('visitors see the replaced placeholders', async () => (await readPage(stack.url)).includes(legalName));
}

/** Waits until the images of the seed are encoded, which happens after the first start. */
export async function waitForSeededImages({ url }: Product): Promise<void> {
  const seed: unknown[] = JSON.parse(readFileSync(join(root, 'content-seed/images/index.json'), 'utf8'));
  const session = await signIn(url);
  const images = async () => (await session.call<{ images: unknown[] }>('/api/upload/images')).body.images.length;
  await until('the images are seeded', async () => (await images()) === seed.length);
}
