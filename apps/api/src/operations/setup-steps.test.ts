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
  /** Returns the steps that are done. */
  const done = ({ activeUsers = 1, hasSecondFactor = false, name = 'Administrator' } = {}) => {
    const privacyNotice = createPrivacyNotice(deps); // of a new process
    const steps = listSetupSteps(deps, { queries, activeUsers, privacyNotice, user: { name, hasSecondFactor } });
    return setupSteps.filter((step) => steps[step]);
  };
  return { call, save, done, queries };
}

test('after the first start no step of the set-up is done', () => {
  expect(createFixture().done()).toEqual([]);
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
  const { call, done } = createFixture({ SMTP_URL: server.url });
  expect(done()).toEqual([]);
  const sendTest = async () => (await call('/api/mail-settings/test', { method: 'POST' })).body.ok;
  expect([await sendTest(), done()]).toEqual([true, ['email']]);
  await server.stop();
  expect([await sendTest(), done()]).toEqual([false, []]);
});

test('team, second factor and backups follow the real state', () => {
  const env = { BACKUP_URL: 's3+https://k:s@s3.example.org/mills/backups?region=auto' };
  expect(createFixture(env).done({ activeUsers: 2, hasSecondFactor: true })).toEqual([
    'team',
    'second-factor',
    'backup',
  ]);
});
