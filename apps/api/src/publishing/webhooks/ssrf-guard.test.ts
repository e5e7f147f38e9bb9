import { expect, test } from 'vitest';
import { sendDelivery } from './deliveries.ts';
import { isForbiddenAddress } from './ssrf-guard.ts';

const endpoint = { format: 'standard', minIntervalSeconds: 0 } as const;
const delivery = { id: 'one', revision: 1 };

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://0.0.0.0/',
])('%s is not called [W5]', async (url) => {
  const failed = await sendDelivery({ ...endpoint, url }, delivery, new Date());
  expect(failed?.failure).toContain('was not called');
});

const judged: [says: string, isForbidden: boolean, addresses: string[]][] = [
  [
    'is not called',
    true,
    [
      '0.0.0.0',
      '0.1.2.3',
      '100.100.100.200',
      '168.63.129.16',
      '169.254.0.1',
      '169.254.169.254',
      '169.254.170.2',
      '192.0.0.8',
      '192.0.0.170',
      '192.0.0.192',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.9',
      '203.0.113.7',
      '224.0.0.1',
      '239.255.255.250',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::a9fe:a9fe',
      '::169.254.169.254',
      '::ffff:0:0',
      '::ffff:a9fe:a9fe',
      '::ffff:168.63.129.16',
      '0:0:0:0:0:ffff:a83f:8110',
      '::ffff:0:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::168.63.129.16',
      '64:ff9b::',
      '0064:ff9b:0000::0.0.0.0',
      '64:ff9b:1::1',
      '64:ff9b:1:ffff::a9fe:a9fe',
      '100::1',
      '100:0:0:1::1',
      '2001::1',
      '2001:0:a9fe:a9fe::1',
      '2001:2::1',
      '2001:20::1',
      '2001:1ff::1',
      '2001:db8::1',
      '2002:a9fe:a9fe::1',
      '2002::1',
      '3fff::1',
      '5f00::1',
      'fd00:ec2::23',
      'fd00:ec2::254',
      'fd20:ce::254',
      'fe80::1',
      'fe80::a9fe:a9fe',
      'febf::1',
      'fec0::1',
      'ff02::1',
    ],
  ],
  [
    'has an address like any other',
    false,
    [
      '8.8.8.8',
      '168.63.129.17',
      '192.0.1.1',
      '198.20.0.1',
      '223.255.255.255',
      '2001:200::1',
      '2606:4700::1111',
      '64:ff9b::8.8.8.8',
      '::ffff:8.8.8.8',
    ],
  ],
  [
    'may be called: the operator has named it',
    false,
    ['127.0.0.1', '10.0.0.8', '172.16.0.1', '192.168.1.20', '100.64.0.1', '::1', '::ffff:127.0.0.1', 'fd12:3456::1'],
  ],
];
const cases = judged.flatMap(([says, isForbidden, addresses]) =>
  addresses.map((address) => ({ address, says, isForbidden })),
);

test.each(cases)('an endpoint at $address $says [W5]', ({ address, isForbidden }) => {
  expect(isForbiddenAddress(address)).toBe(isForbidden);
});
