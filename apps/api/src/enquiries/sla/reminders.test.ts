import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSla } from '@threadline/schema/sections/mail';
import { expect, test } from 'vitest';
import { createLeadScene, four } from '../../../test/lead-scene.ts';
import { hourMs } from '../../platform/durations.ts';
import { mailFolder } from '../../platform/mail/mail-files.ts';
import { remindOfDue } from './reminders.ts';

/** Monday at half past ten in India: 48 hours of working days end on Wednesday at that time. */
function createScene(env: Record<string, string> = {}) {
  const scene = createLeadScene(env);
  const { deps, services, mails } = scene;
  deps.clock.advance(Date.parse('2026-11-23T05:00:00Z') - deps.now().getTime());
  return {
    ...scene,
    remind: () => remindOfDue(deps, services),
    pass: (hours: number) => deps.clock.advance(hours * hourMs),
    reminders: () => mails().filter(({ kind }) => kind === 'reminder' || kind === 'overdue'),
    change: (id: string, body: object) => scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body }),
    promise: (value: object) =>
      scene.call('/api/content/mail/sla', {
        method: 'PUT',
        body: { value: { ...defaultSla, ...value } },
      }),
  };
}

test('the team is reminded once, when twelve of the promised hours are left', async () => {
  const { services, receive, remind, pass, reminders } = createScene();
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
  expect(message?.replyTo).toBe(four.email);
  await services.jobs.runDue();
  for (const hours of [0, 6, 10]) {
    pass(hours);
    remind();
  }
  expect(reminders()).toMatchObject([{ state: 'written-to-disk' }]);
});

test('whoever it is assigned to is reminded alone, unless the account is disabled', async () => {
  const { addUser, change, call, receive, remind, pass, reminders } = createScene();
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

test('what is spam, closed, answered or a test reminds nobody', async () => {
  const { deps, change, receive, submit, remind, pass, reminders } = createScene();
  await receive({ filledMs: 10 });
  for (const status of ['closed', 'replied']) {
    const { id } = await receive({ email: `${status}@example.org` });
    await change(id, { status });
  }
  await submit(four, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  pass(40);
  remind();
  expect(reminders()).toEqual([]);
});

test('what became due while the product was stopped is one message at its start, and only one', async () => {
  const { services, call, change, receive, remind, pass, reminders } = createScene();
  const reminded = await receive({ companyName: 'Reminded' });
  pass(40);
  remind();
  const [first, second, answered] = [
    await receive({ companyName: 'First', email: 'first@example.org' }),
    await receive({ companyName: 'Second', email: 'second@example.org' }),
    await receive({ companyName: 'Answered', email: 'answered@example.org' }),
  ];
  pass(200);
  for (let run = 0; run < 3; run++) remind();
  const [, late, ...more] = reminders();
  expect([reminders()[0]?.enquiryId, late?.enquiryId, late?.recipient, more]).toEqual([reminded.id, null, '', []]);
  await change(answered.id, { status: 'closed' });
  const message = late && services.composeMail(late);
  expect(message?.subject).toBe('2 enquiries are late, and nobody was reminded');
  for (const { reference } of [first, second]) expect(message?.text).toContain(`${reference}: `);
  expect(message?.text).toContain('was due by ');
  expect(message?.text).toContain('/admin/enquiries?only=overdue');
  for (const { reference } of [reminded, answered]) expect(message?.text).not.toContain(reference);
  expect((await call('/api/outbox')).status).toBe(200);
  for (const { id } of [first, second]) await change(id, { status: 'replied' });
  await services.jobs.runDue();
  expect(reminders()[1]).toMatchObject({ state: 'dismissed', lastError: 'The enquiry no longer needs an answer.' });
});

test('of more than a hundred late enquiries the message names those that are due first, and says that there are more', async () => {
  const { deps, services, receive, remind, pass, reminders } = createScene();
  for (let n = 0; n < 102; n++) await receive({ email: `sender${n}@example.org` });
  pass(200);
  remind();
  const [row, ...others] = reminders();
  expect(others).toEqual([]);
  const compose = () => row && services.composeMail(row);
  const references = (text = '') => text.match(/^TL-[^:]+(?=: was due by)/gm)?.length ?? 0;
  expect(compose()?.subject).toBe('More than 100 enquiries became late, and nobody was reminded');
  expect(compose()?.text).toContain('These 100 were due first');
  expect(references(compose()?.text)).toBe(100);
  // Also when all that it names is done: the others were told to nobody.
  deps.db.$client.exec("update enquiries set status = 'closed' where seq <= 101");
  expect(references(compose()?.text)).toBe(0);
  await services.jobs.runDue();
  expect(reminders()).toMatchObject([{ state: 'written-to-disk' }]);
});

test('a hundred late enquiries are a hundred', async () => {
  const { services, receive, remind, pass, reminders } = createScene();
  for (let n = 0; n < 100; n++) await receive({ email: `sender${n}@example.org` });
  pass(200);
  remind();
  const [row] = reminders();
  const message = row && services.composeMail(row);
  expect(message?.subject).toBe('100 enquiries are late, and nobody was reminded');
});

test('the message about late enquiries names nobody: no erasure of one of them would find it', async () => {
  const { deps, services, receive, remind, pass, reminders } = createScene();
  const { reference } = await receive({ companyName: 'Example Mills', contactName: 'Sender' });
  pass(200);
  remind();
  await services.jobs.runDue();
  const [late] = reminders();
  expect([late?.kind, late?.state]).toEqual(['overdue', 'written-to-disk']);
  const folder = mailFolder(deps.config);
  const name = readdirSync(folder).find((file) => file.includes('overdue')) ?? '';
  const file = readFileSync(join(folder, name), 'utf8');
  expect(file).toContain(reference);
  expect(file).not.toMatch(/Example Mills|Sender|sender@/);
});

test('a reply that is stuck when the promise ends is told to the team, once', async () => {
  const { receive, call, remind, pass, reminders, services } = createScene({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const { id, reference } = await receive();
  remind();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  pass(47);
  remind();
  expect(reminders()).toEqual([]);
  pass(2);
  for (let run = 0; run < 2; run++) remind();
  expect(reminders()).toHaveLength(1);
  const [row] = reminders();
  const message = row && services.composeMail(row);
  expect(message?.subject).toBe('1 enquiry is late, and nobody was reminded');
  expect(message?.text).toMatch(new RegExp(`${reference}: .*its reply is written and waits to be sent`));
});

test('what became late while the setting was off stays without a reminder', async () => {
  const { promise, receive, remind, pass, reminders } = createScene();
  await promise({ remind: false });
  await receive();
  pass(60);
  remind();
  await promise({ remind: true });
  remind();
  expect(reminders()).toEqual([]);
});

test('a reminder that was held up is not sent once somebody has answered', async () => {
  const { services, change, receive, remind, pass, reminders } = createScene();
  const { id } = await receive();
  pass(40);
  remind();
  await change(id, { status: 'replied' });
  await services.jobs.runDue();
  expect(reminders()).toMatchObject([{ state: 'dismissed', lastError: 'The enquiry no longer needs an answer.' }]);
});

test('while the setting is off nobody is reminded; switched on, what is due soon still is', async () => {
  const { promise, receive, remind, pass, reminders } = createScene();
  await promise({ remind: false });
  await receive();
  pass(40);
  remind();
  expect(reminders()).toEqual([]);
  await promise({ remind: true });
  remind();
  expect(reminders()).toHaveLength(1);
});

test('a promise shorter than the reminder reminds after half of it', async () => {
  const { promise, receive, remind, pass, reminders } = createScene();
  await promise({ hours: 8 });
  await receive();
  pass(3.9);
  remind();
  expect(reminders()).toEqual([]);
  pass(0.2);
  remind();
  expect(reminders()).toHaveLength(1);
});

test('a message that could not be written leaves none behind, and comes with the next run', async () => {
  const { deps, receive, remind, pass, reminders } = createScene();
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
