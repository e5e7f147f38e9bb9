import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from './session.ts';
import { root, type Stack, until } from './stack.ts';

/** The images of the seed are encoded after the first start; later starts find them. */
export async function seededImages({ url }: Stack): Promise<void> {
  const seed: unknown[] = JSON.parse(readFileSync(join(root, 'content-seed/images/index.json'), 'utf8'));
  const session = await signIn(url);
  const images = async () => (await session.call<{ images: unknown[] }>('/api/upload/images')).body.images.length;
  await until('the images are seeded', async () => (await images()) === seed.length);
}
