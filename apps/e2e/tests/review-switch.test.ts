import { openScreen } from '../support/admin-screen.ts';
import { test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('the question before review mode is turned off lists what goes live', async () => {
  const { page } = await openScreen(product, '/admin/releases');
  const reviewMode = page.getByRole('switch', { name: 'Review mode' });
  await reviewMode.click();
  await page.getByText('No changes are pending.').waitFor();
  await (await signIn(product.stack.url)).save('hero', 'title', 'Goes live with the others');
  await page.getByRole('button', { name: 'Publish 1 change' }).waitFor();
  await reviewMode.click();
  const question = page.getByRole('dialog', { name: 'Turn review mode off?' });
  await question.getByRole('listitem').getByText('Hero: Headline').waitFor();
  await question.getByRole('button', { name: 'Keep review mode' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).waitFor();
  await reviewMode.click();
  await question.getByRole('button', { name: 'Publish all and turn off' }).click();
  await product.shows('Goes live with the others');
});
