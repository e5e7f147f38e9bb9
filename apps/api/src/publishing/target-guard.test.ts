import { expect, test } from 'vitest';
import { sendDelivery } from './send.ts';
import { isForbiddenAddress } from './target-guard.ts';

const receiver = { format: 'standard', minIntervalSeconds: 0 } as const;
const delivery = { id: 'one', revision: 1 };

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://0.0.0.0/',
])('W5 %s is not called', async (url) => {
  const failed = await sendDelivery({ ...receiver, url }, delivery, new Date());
  expect(failed?.failure).toContain('was not called');
});

test.each(['127.0.0.1', '10.0.0.8', '192.168.1.20', '::1', 'fd12:3456::1', '203.0.113.7', '2001:db8::1'])(
  'a receiver at %s may be called: the operator has named it',
  (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  },
);
