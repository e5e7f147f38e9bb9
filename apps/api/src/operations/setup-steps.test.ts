import { replaceFormerName } from '@threadline/schema/content/company-name';
import { setupSteps } from '@threadline/schema/wire/dashboard';
import { expect, onTestFinished, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createPrivacyNotice } from './privacy-notice.ts';
import { listSetupSteps } from './setup-steps.ts';

const contact = {
  email: 'team@mills.test',
  phone: '+919812345678',
  whatsapp: '+919812345678',
  addressLines: ['12 Mill Road', 'Pune 411001'],
};

function createFixture(env: Record<string, string> = {}) {
  const { call, deps, services } = createEnquiryFixture(env);
  const { content, queries } = services;
  const save = (key: string, change: object) => {
    const value = { ...(queries.effectiveValue('site', key) as object), ...change };
    content.save([{ section: 'site', key, value }], { id: 'author', name: 'Author' });
  };
  const steps = ({ activeUsers = 1, invitedUsers = 0, hasSecondFactor = false, name = 'Administrator' } = {}) => {
    const privacyNotice = createPrivacyNotice(deps); // of a new process
    const user = { name, hasSecondFactor };
    return listSetupSteps(deps, { queries, activeUsers, invitedUsers, privacyNotice, user });
  };
  /** Returns the steps that are done. */
  const done = (state: Parameters<typeof steps>[0] = {}) => {
    const left = steps(state);
    return setupSteps.filter((step) => left[step] === null);
  };
  return { call, save, steps, done, queries };
}

test('after the first start no step of the set-up is done, and each says what is left', () => {
  expect(createFixture().steps()).toEqual({
    name: 'Still “Administrator”. Your replies are signed with it.',
    brand: 'Missing: Legal name.',
    contact: 'Missing: Email, Phone, WhatsApp number, Address line 1, Address line 2.',
    social: 'No link yet. One is enough.',
    email: 'Not set up yet, so no messages are sent.',
    claims: 'Period missing in 7 entries.',
    privacy: 'Not read or adapted yet.',
    team: 'Only you can sign in.',
    'second-factor': 'Off for your account.',
    backup: 'Backups are only on this server, and would be lost with it.',
  });
});

test('the remaining work of a step follows the data', () => {
  const { save, steps } = createFixture();
  expect(steps({ invitedUsers: 2 }).team).toBe('2 invited, not joined yet.');
  const { phone, ...others } = contact;
  save('contact', others);
  expect(steps().contact).toBe('Missing: Phone.');
  save('contact', { phone });
  expect(steps().contact).toBeNull();
  save('brand', { name: 'Mills', legalName: 'Mills Advisory Private Limited' });
  expect(steps().brand).toMatch(/^\d+ texts still have the example company name\.$/);
});

test('the name is a done step once it is no longer the one that the server gave', () => {
  expect(createFixture().done({ name: 'Asha Rao' })).toEqual(['name']);
});

test('a step is done once its texts are saved without a placeholder', () => {
  const { save, done } = createFixture();
  save('contact', { opens: '10:00' });
  expect(done()).toEqual([]);
  save('contact', contact);
  save('brand', { legalName: 'Mills Advisory Private Limited' });
  save('social', { linkedin: 'https://www.linkedin.com/company/mills' });
  expect(done()).toEqual(['brand', 'contact', 'social']);
});

test('the brand is not done while other texts have the company name of the example content', () => {
  const { save, done } = createFixture();
  save('brand', { name: 'Mills', legalName: 'Mills Advisory Private Limited' });
  expect(done()).toEqual([]);
  save('seo', { title: 'Mills: business consultancy in India' });
  save('page-privacy', {
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ours.' }] }] },
  });
  expect(done()).toContain('brand');
});

test('the privacy notice is done once its text has changed, by more than the name of the company', () => {
  const { save, done, queries } = createFixture();
  const rename = (former: string, current: string) => {
    save('brand', { name: current });
    const value = queries.item('site', 'page-privacy')?.value;
    save(
      'page-privacy',
      replaceFormerName({ section: 'site', key: 'page-privacy', value }, { former, current }) as object,
    );
  };
  rename('Threadline Advisory', 'Kaveri');
  rename('Kaveri', 'Kaveri Partners');
  expect(JSON.stringify(queries.item('site', 'page-privacy')?.value)).toContain('Kaveri Partners');
  expect(done()).not.toContain('privacy');
  save('page-privacy', { title: 'How we treat your data' });
  expect(done()).toContain('privacy');
});

test('the privacy notice is done once a user has marked it as read, also for a new process, until that is undone', async () => {
  const { call, done } = createFixture();
  const send = async (method: string) => (await call('/api/dashboard/privacy-notice-read', { method })).status;
  expect([await send('POST'), done()]).toEqual([200, ['privacy']]);
  expect([await send('DELETE'), done()]).toEqual([200, []]);
  expect([await send('POST'), done()]).toEqual([200, ['privacy']]);
});

test('a mail server is a done step only after it has accepted a message, and no longer after a failure', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const { call, steps, done } = createFixture({ SMTP_URL: server.url });
  expect([done(), steps().email]).toEqual([[], 'Send a test message.']);
  const sendTest = async () => (await call('/api/mail-settings/test', { method: 'POST' })).body.ok;
  expect([await sendTest(), done()]).toEqual([true, ['email']]);
  await server.stop();
  expect([await sendTest(), done()]).toEqual([false, []]);
  expect(steps().email).toBe('The last message was not sent.');
});

test('team, second factor and backups follow the real state', () => {
  const env = { BACKUP_URL: 's3+https://k:s@s3.example.org/mills/backups?region=auto' };
  expect(createFixture(env).done({ activeUsers: 2, hasSecondFactor: true })).toEqual([
    'team',
    'second-factor',
    'backup',
  ]);
});
