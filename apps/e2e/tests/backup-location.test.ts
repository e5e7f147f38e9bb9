import { parseStoreUrl } from '@threadline/object-store/store-url';
import { createBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { startCeph } from '../../../scripts/ceph-server.mjs';
import { findViolations, openScreen } from '../support/admin-screen.ts';
import { expect, onTestEnd, test } from '../support/fixtures.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('a super admin sets the backup location from the set-up list, corrects a wrong key, backs up there, and removes it', async () => {
  const server = await startCeph();
  test.skip(!server, 'The packages of Ceph cannot be fetched.');
  onTestEnd(async () => server?.stop());
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseStoreUrl(
    await createBucket(server?.url ?? ''),
  );
  const { page } = await openScreen(product, '/admin');
  await page.getByRole('button', { name: 'Show all 10 steps' }).click();
  await page.getByRole('link', { name: 'Choose a backup location' }).click();
  await page.getByText('Backups are only on the server of this site').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const save = page.getByRole('button', { name: 'Check and save' });
  const provider = page.getByLabel('Where should backups be kept?');
  await provider.selectOption('Amazon S3');
  await save.click();
  await page.getByText('Enter the name of the bucket.').waitFor();
  await expect(page.getByLabel('Location of the storage')).toBeFocused();
  await provider.selectOption('Another provider with S3 storage');
  await page.getByLabel('Address of the storage').fill(endpoint);
  await page.getByLabel('Location of the storage').fill(region);
  await page.getByLabel('Name of your storage space').fill(bucket);
  await page.getByLabel('Key name').fill(accessKeyId);
  const secret = page.getByLabel('Key password (secret access key)', { exact: true });
  await secret.fill('a wrong one');
  await save.click();
  await page.getByText('The secret access key does not belong to this access key ID.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await secret.fill(secretAccessKey);
  await save.click();
  await page.getByText('Backups are sent here and checked.').waitFor();
  await expect(secret).toHaveValue('');
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByText('The connection works: a test file was written, read and deleted.').waitFor();

  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('Backup done and verified.').waitFor();
  await page.getByText(/files, at the backup location/).waitFor();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const place = `${bucket} at ${new URL(endpoint).host}`;
  await page.getByRole('definition').filter({ hasText: place }).waitFor();
  await expect(page.getByRole('link', { name: 'Choose a backup location' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Make, download or restore a backup' }).click();
  await page.getByRole('button', { name: 'Keep on this server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep on this server' }).click();
  await page.getByText('Backups are only on the server of this site').waitFor();
  await expect(provider.locator('option:checked')).toHaveText('Only on this server');
});
