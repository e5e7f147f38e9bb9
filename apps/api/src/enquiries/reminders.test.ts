import { defaultSla } from '@threadline/schema/content/sections/mail';
import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../test/enquiry-fixture.ts';
import { hourMs } from '../platform/durations.ts';
import { sendReminders } from './sla.ts';

/** Monday at 10:30 in India: 48 hours of working days end on Wednesday at that time. */
function createFixture(env: Record<string, string> = {}) {
  const fixture = createEnquiryFixture(env);
  const { deps, services, mails } = fixture;
  deps.clock.advance(Date.parse('2026-11-23T05:00:00Z') - deps.now().getTime());
  return {
    ...fixture,
    remind: () => sendReminders(deps, services),
    pass: (hours: number) => deps.clock.advance(hours * hourMs),
    reminders: () => mails().filter(({ kind }) => kind === 'reminder'),
    change: (id: string, body: object) => fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body }),
    promise: (value: object) =>
      fixture.call('/api/content/mail/sla', {
        method: 'PUT',
        body: { value: { ...defaultSla, ...value } },
      }),
  };
}

test('the team gets one reminder, twelve counted hours before the due date', async () => {
  const { services, receive, remind, pass, reminders } = createFixture();
  const { id, reference } = await receive({ companyName: 'Example Mills' });
  pass(35.9);
  remind();
  expect(reminders()).toEqual([]);
  pass(0.2);
  remind();
  expect(reminders()).toMatchObject([{ id: `${id}.reminder`, enquiryId: id, recipient: '', state: 'pending' }]);
  const [row] = reminders();
  const message = row && services.composeMail(row);
  expect(message?.subject).toBe(`Reply due soon: Example Mills (${reference})`);
  expect(message?.text).toContain('Wednesday 25 November, 10:30 IST');
  expect(message?.text).toContain(`/admin/enquiries?id=${id}`);
  expect(message?.replyTo).toBe(minimalEnquiry.email);
  await services.jobs.runDue();
  for (const hours of [0, 6, 10]) {
    pass(hours);
    remind();
  }
  expect(reminders()).toMatchObject([{ state: 'written-to-disk' }]);
});

test('only the assignee gets the reminder, unless the account is disabled', async () => {
  const { addUser, change, call, receive, remind, pass, reminders } = createFixture();
  const [editor, disabled] = [await addUser('Editor'), await addUser('Disabled')];
  const first = await receive();
  const second = await receive({ email: 'second@example.org' });
  await change(first.id, { assigneeId: editor._id });
  await change(second.id, { assigneeId: disabled._id });
  await call(`/api/auth/users/${disabled._id}/status`, { method: 'PUT', body: { status: 'disabled' } });
  pass(40);
  remind();
  expect(reminders().map(({ recipient }) => recipient)).toEqual([editor.email, '']);
});

test('spam, closed, answered and test enquiries get no reminder', async () => {
  const { deps, change, receive, submit, remind, pass, reminders } = createFixture();
  await receive({ filledMs: 10 });
  for (const status of ['closed', 'replied']) {
    const { id } = await receive({ email: `${status}@example.org` });
    await change(id, { status });
  }
  await submit(minimalEnquiry, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  pass(40);
  remind();
  expect(reminders()).toEqual([]);
});

test('an enquiry that became overdue while the product was stopped gets one reminder at the start', async () => {
  const { receive, remind, pass, reminders } = createFixture();
  const { id } = await receive();
  pass(60);
  for (let run = 0; run < 3; run++) remind();
  expect(reminders()).toMatchObject([{ id: `${id}.reminder`, enquiryId: id }]);
});

test('an enquiry that has been overdue for more than a week gets no reminder', async () => {
  const { promise, receive, remind, pass, reminders } = createFixture();
  await promise({ remind: false });
  await receive();
  pass(300);
  await promise({ remind: true });
  remind();
  expect(reminders()).toEqual([]);
});

test('an enquiry whose reply is still pending when it is due soon gets a reminder', async () => {
  const { receive, call, remind, pass, reminders } = createFixture({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const { id } = await receive();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  pass(40);
  for (let run = 0; run < 2; run++) remind();
  expect(reminders()).toMatchObject([{ enquiryId: id }]);
});

test('a delayed reminder is not sent once the enquiry is answered', async () => {
  const { services, change, receive, remind, pass, reminders } = createFixture();
  const { id } = await receive();
  pass(40);
  remind();
  await change(id, { status: 'replied' });
  await services.jobs.runDue();
  expect(reminders()).toMatchObject([{ state: 'dismissed', lastError: 'The enquiry no longer needs an answer.' }]);
});

test('no reminder is sent while the setting is off, and enquiries that are still due soon get one when it is on again', async () => {
  const { promise, receive, remind, pass, reminders } = createFixture();
  await promise({ remind: false });
  await receive();
  pass(40);
  remind();
  expect(reminders()).toEqual([]);
  await promise({ remind: true });
  remind();
  expect(reminders()).toHaveLength(1);
});

test('a reply time shorter than the reminder period gets its reminder at half time', async () => {
  const { promise, receive, remind, pass, reminders } = createFixture();
  await promise({ hours: 8 });
  await receive();
  pass(3.9);
  remind();
  expect(reminders()).toEqual([]);
  pass(0.2);
  remind();
  expect(reminders()).toHaveLength(1);
});

test('a failed transaction adds no reminders, and the next run adds them', async () => {
  const { deps, receive, remind, pass, reminders } = createFixture();
  await receive();
  await receive({ email: 'second@example.org' });
  pass(40);
  deps.db.$client.exec(
    "create trigger second_fails before insert on outbox_messages when (select count(*) from outbox_messages where kind = 'reminder') = 1 begin select raise(abort, 'no room'); end",
  );
  expect(remind).toThrow('no room');
  expect(reminders()).toEqual([]);
  deps.db.$client.exec('drop trigger second_fails');
  remind();
  expect(reminders()).toHaveLength(2);
});
