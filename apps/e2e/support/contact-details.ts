import { readPage, signIn } from './session.ts';
import { type Stack, until } from './stack.ts';

const ownDetails = {
  email: 'care@threadline.in',
  phone: '+919876543210',
  whatsapp: '+919876543211',
  addressLines: ['12 Weaver Street', 'Bengaluru 560001'],
};

/** Replaces the placeholders of the contact details, as the owner of a site does before it goes live, and waits until visitors see them. */
export async function fillContactDetails(stack: Stack): Promise<void> {
  const session = await signIn(stack.url);
  const { body } = await session.call<{ content: Content }>('/api/content');
  const { contact, labels } = body.content.site;
  await session.save('site', 'contact', { ...contact.value, ...ownDetails });
  await session.save('site', 'labels', { ...labels.value, callLater: 'Message us' });
  await until('visitors see the contact details', async () => {
    const page = await readPage(stack.url);
    return page.includes(ownDetails.email) && page.includes('Message us');
  });
}

interface Content {
  site: Record<'contact' | 'labels', { value: object }>;
}
