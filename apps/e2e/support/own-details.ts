import { readPage, signIn } from './session.ts';
import { type Stack, until } from './stack.ts';

const contact = {
  email: 'care@threadline.in',
  phone: '+919876543210',
  whatsapp: '+919876543211',
  addressLines: ['12 Weaver Street', 'Bengaluru 560001'],
};
const legalName = 'Threadline Advisory Private Limited';

type Content = Record<string, Record<string, { value: object }>>;

/** Replaces every placeholder of the seed, as the owner of a site does before it goes live, and waits until visitors see it. */
export async function replacePlaceholders(stack: Stack): Promise<void> {
  const session = await signIn(stack.url);
  const { content } = (await session.call<{ content: Content }>('/api/content')).body;
  const edit = (section: string, key: string, fields: object) => ({
    section,
    key,
    value: { ...content[section]?.[key]?.value, ...fields },
  });
  const stats = Object.keys(content.stats ?? {}).filter((key) => key.startsWith('stat-'));
  const updates = [
    ...stats.map((key) => edit('stats', key, { basis: 'Counted by our auditor since 2014.' })),
    edit('site', 'brand', { legalName }),
    edit('site', 'contact', contact),
    edit('site', 'labels', { callLater: 'Message us' }),
  ];
  const { status } = await session.call('/api/content/bulk', { method: 'PUT', json: { updates } });
  if (status !== 200) throw new Error(`The placeholders could not be replaced: ${status}`);
  await until('visitors see the replaced placeholders', async () => (await readPage(stack.url)).includes(legalName));
}
