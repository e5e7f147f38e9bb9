import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { article } from '../../test/content-fixture.ts';
import { createServices } from '../app.ts';
import { users } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { dayMs } from '../platform/durations.ts';
import { ObsoleteMail } from '../platform/outbox/handlers.ts';
import { seedContent } from './seed.ts';

const place = { section: 'insights', key: 'article-draft-a' };
const target = 'article-a-note';

/** Schedules a draft that cannot be published, because another editor has added an article with its name. */
async function createFixture() {
  const { addUser, deps } = createAccountFixture();
  const owner = await addUser('Owner', 'super_admin');
  const editor = await addUser('Editor');
  const by = { id: editor._id, name: editor.name };
  const services = createServices(deps);
  const { composeMail, content, drafts, draftSchedule } = services;
  seedContent(content, join(import.meta.dirname, '../../../../content-seed'));
  const schedule = (name = target) => {
    const { version } =
      drafts.find(place) ?? drafts.save({ ...place, value: article, baseVersion: null, version: undefined }, by);
    const at = new Date(deps.now().getTime() + dayMs).toISOString();
    draftSchedule.set({ ...place, at, version, target: name }, by);
  };
  const publishDue = () => {
    deps.clock.advance(dayMs);
    draftSchedule.publishDue();
  };
  const mails = () => deps.db.select().from(outboxMessages).all();
  schedule();
  content.save([{ section: 'insights', key: target, value: article }], by);
  return { composeMail, deps, editor, mails, owner, publishDue, schedule };
}

test('a draft that could not be published at its time is reported to its editor, once', async () => {
  const { composeMail, editor, mails, publishDue } = await createFixture();
  publishDue();
  publishDue();
  const [mail, ...others] = mails();
  expect([mail?.kind, mail?.recipient, others]).toEqual(['schedule-failed', editor.email, []]);
  const { subject, text } = mail ? composeMail(mail) : { subject: '', text: '' };
  expect(subject).toBe('“A note” was not published');
  expect(text).toContain(
    'was scheduled for Sunday 22 November, 15:30 IST, but could not be published: Another user has added an entry with this name.',
  );
  expect(text).toMatch(/\/admin\/content\?section=insights&item=article-draft-a$/);
});

test('the super admins get the mail if the account of the editor is no longer active', async () => {
  const { deps, mails, owner, publishDue } = await createFixture();
  deps.db.update(users).set({ status: 'disabled' }).where(eq(users.name, 'Editor')).run();
  publishDue();
  expect(mails().map(({ recipient }) => recipient)).toEqual([owner.email]);
});

test('the mail is not sent if the draft was scheduled again meanwhile', async () => {
  const { composeMail, mails, publishDue, schedule } = await createFixture();
  publishDue();
  const [mail] = mails();
  schedule('article-another-note');
  expect(() => mail && composeMail(mail)).toThrow(ObsoleteMail);
});
