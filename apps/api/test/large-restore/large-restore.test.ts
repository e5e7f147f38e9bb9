import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { enquiries } from '../../src/platform/db/schema/enquiries.ts';
import { useInstallation } from '../backup-fixture.ts';
import { restoredEnquiries } from '../config.ts';

const site = useInstallation();
const batch = 500;
const at = '2026-11-20T10:00:00.000Z';

function enquiry(number: number): typeof enquiries.$inferInsert {
  const email = `sender-${number}@example.org`;
  const message = `Number ${number}: ${'we grow and want to know how. '.repeat(1 + (number % 20))}`;
  const empty = { contactName: '', phone: '', phoneE164: '', companySize: '11-50', industry: '', network: '' };
  const place = { origin: '', originSection: '', originSlide: '', originCta: '', page: '/' };
  const state = { status: 'new' as const, spamReasons: [], isTest: false, retainForClient: false };
  const times = { createdAt: at, dueAt: at, lastActivityAt: at };
  const names = { reference: `ENQ-${number}`, companyName: `Mills ${number}`, email, emailKey: email };
  return { ...empty, ...place, ...state, ...times, ...names, id: randomUUID(), message, fingerprint: String(number) };
}

/** Returns one hash over all enquiries in order, and their number. */
function hashEnquiries(file: string): { rows: number; sha256: string } {
  const client = new Database(file, { readonly: true });
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of client.prepare('select * from enquiries order by seq').raw().iterate()) {
    hash.update(JSON.stringify(row));
    rows += 1;
  }
  client.close();
  return { rows, sha256: hash.digest('hex') };
}

test.skipIf(restoredEnquiries === 0)(
  `${restoredEnquiries} enquiries are backed up and restored with the same hash [R17]`,
  {
    timeout: 1_800_000,
  },
  async () => {
    const { db } = site.deps();
    for (let from = 0; from < restoredEnquiries; from += batch) {
      const length = Math.min(batch, restoredEnquiries - from);
      const rows = Array.from({ length }, (_, index) => enquiry(from + index));
      db.transaction((tx) => tx.insert(enquiries).values(rows).run());
    }
    const before = hashEnquiries(site.inData('threadline.db'));
    expect(before.rows).toBe(restoredEnquiries);
    const archive = site.inData('site.tar');
    const began = performance.now();
    expect((await site.cli(['backup', archive])).code).toBe(0);
    const packed = performance.now();
    const other = site.newDataDir();
    expect((await site.cli(['restore', archive], other)).code).toBe(0);
    const seconds = (from: number, until: number) => ((until - from) / 1000).toFixed(1);
    process.stdout.write(
      `R17: ${restoredEnquiries} enquiries: backup with its rehearsal ${seconds(began, packed)} s, restore ${seconds(packed, performance.now())} s\n`,
    );
    expect(hashEnquiries(join(other, 'threadline.db'))).toEqual(before);
  },
);
