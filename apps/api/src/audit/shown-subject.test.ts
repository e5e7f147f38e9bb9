import { expect, test } from 'vitest';
import { createAccountScene } from '../../test/account-scene.ts';
import { send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { checkAuditChain } from './chain.ts';
import { recordAudit } from './service.ts';
import { shownSubject } from './shown-subject.ts';

const older = 'https://hooks.example/build/canary-path?key=canary-key, change 4';

test('W10 an older entry with the whole address of a receiver shows its origin alone, and stays as it was sealed', async () => {
  const { deps, addUser, signIn } = createAccountScene();
  const app = createApp(deps, createServices(deps));
  const { token } = await signIn(await addUser('Owner', 'super_admin'));
  const by = { id: 'one', name: 'Editor One' };
  recordAudit(deps.db, { at: deps.now().toISOString(), by, action: 'delivery.resent', subject: older });
  const paths = ['/api/audit', '/api/audit?area=delivery', '/api/audit/export.csv', '/api/dashboard'];
  for (const path of paths) {
    const { status, text } = await send(app, path, { token });
    expect([path, status]).toEqual([path, 200]);
    expect(text).toMatch(/https:\/\/hooks\.example \([0-9a-f]{6}\), change 4/);
    expect(text).not.toContain('canary');
  }
  const { subject } = deps.db.$client
    .prepare<[], { subject: string }>("select subject from audit_log where action = 'delivery.resent'")
    .get() ?? { subject: '' };
  expect(subject).toBe(older);
  expect(checkAuditChain(deps.db.$client)).toMatchObject({ faults: [], unsealed: 0 });
});

test.each([
  ['delivery.resent', 'publisher, change 4'],
  ['delivery.resent', 'https://hooks.example, change 4'],
  ['delivery.resent', 'https://hooks.example (0a1b2c), change 4'],
  ['content.updated', 'https://hooks.example/a, change 4'],
])('%s of "%s" is shown as it is', (action, subject) => {
  expect(shownSubject({ action, subject })).toBe(subject);
});

test('an address with commas is one address', () => {
  const subject = 'https://hooks.example/a, change 1, change 2';
  expect(shownSubject({ action: 'delivery.resent', subject })).toMatch(
    /^https:\/\/hooks\.example \(\w{6}\), change 2$/,
  );
});
