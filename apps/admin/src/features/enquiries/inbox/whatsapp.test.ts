import { expect, test } from 'vitest';
import { mayWhatsapp } from './whatsapp.ts';

const receipt = {
  purpose: 'whatsapp' as const,
  given: true,
  requested: false,
  at: '',
  confirmedAt: null,
  noticeVersion: 1,
  withdrawnAt: null,
};

test.each([
  ['agreed', [receipt], true],
  ['did not agree', [{ ...receipt, given: false }], false],
  ['took it back', [{ ...receipt, withdrawnAt: '2026-11-21T10:00:00.000Z' }], false],
  ['agreed to something else', [{ ...receipt, purpose: 'newsletter' as const }], false],
  ['was never asked', [], false],
])('WhatsApp to a sender who %s', (_, consents, may) => {
  expect(mayWhatsapp({ consents })).toBe(may);
});
