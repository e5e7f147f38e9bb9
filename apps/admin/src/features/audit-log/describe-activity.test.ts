import { expect, test } from 'vitest';
import { describeActivity } from './describe-activity.tsx';

const entry = (action: string, subject: string) => {
  const name = action.startsWith('content.') ? 'Hero: Headline' : null;
  return { at: '2026-11-21T10:00:00.000Z', by: 'Editor', action, subject, name };
};

test.each([
  ['content.updated', 'hero.title', 'changed', 'Hero: Headline'],
  ['content.hidden', 'hero.title', 'hid', 'Hero: Headline'],
  ['content.shown', 'hero.title', 'showed', 'Hero: Headline', ' again'],
  ['content.unpublished', 'hero.title', 'unpublished', 'Hero: Headline'],
  ['content.publish-pending', 'hero.title', 'saved', 'Hero: Headline', ' for publishing'],
  ['content.restored', 'hero.title', 'restored', 'Hero: Headline'],
  ['content.removal-undone', 'hero.title', 'undid the removal of', 'Hero: Headline'],
  ['content.change-redone', 'hero.title', 'redid the change of', 'Hero: Headline'],
  ['image.created', `kolam-house.webp (${'3e95'.repeat(8)})`, 'uploaded', 'kolam-house.webp'],
  ['image.deleted', `plan (1).png (${'3e95'.repeat(8)})`, 'moved the image', 'plan (1).png', ' to the trash'],
  ['changes.published', '12', 'published the pending changes', ''],
  ['privacy.looked-up', 'LN-7', 'searched for a person and found', 'LN-7'],
  ['privacy.looked-up', 'an address of which nothing is held', 'searched for a person and found', 'nothing'],
  ['privacy.request-added', 'access', 'logged a request for', 'access'],
  ['backup.made', '2026-11-21T10-00-00-000Z', 'made a backup', ''],
  ['user.signed-in', 'editor@example.com', 'signed in', ''],
  ['user.created', 'super_admin@example.com (admin)', 'added the account', 'super_admin@example.com (admin)'],
  ['user.invited', 'new@example.com (super_admin)', 'invited', 'new@example.com (super admin)'],
  [
    'user.role-changed',
    'super_admin@example.com (admin → super_admin)',
    'changed the role of',
    'super_admin@example.com (admin → super admin)',
  ],
  ['user.email-changed', 'a@example.com → b@example.com', 'changed the email of', 'a@example.com → b@example.com'],
  ['user.password-set', 'editor@example.com', 'set a new password for', 'editor@example.com'],
  ['enquiry.replied', 'LN-7', 'marked the enquiry', 'LN-7', ' as replied'],
  ['mail.dismissed', 'reply (ENQ-7K2M4Q)', 'deleted from the outbox:', 'Reply (ENQ-7K2M4Q)'],
  ['mail.retried', 'my-data (ZN5_reac)', 'sent again from the outbox:', 'Link to personal data'],
  ['mail.dismissed', '3e95.reply', 'deleted from the outbox:', 'a message'],
  ['access.opened', 'ENQ-7K2M4Q', 'opened the enquiry', 'ENQ-7K2M4Q'],
  ['access.opened', 'invitation (3e95a0c1)', 'read the message', 'Invitation'],
  ['mail.retried', 'all written-to-disk messages', 'sent again from the outbox:', 'all waiting messages'],
  ['user.used-recovery-code', 'editor@example.com', 'signed in with a recovery code', ''],
])('%s of %s reads "%s %s"', (action, subject, verb, text, rest?: string) => {
  expect(describeActivity(entry(action, subject))).toMatchObject({ verb, subject: text, ...(rest && { rest }) });
});

test.each([
  ['release.rolled-back', '7', 'paused publishing and showed', 'release 7'],
  ['content.version-restored', '7', 'restored the content of', 'release 7'],
  ['release.resumed', null, 'resumed publishing after', 'an earlier release'],
])('%s of the release with the number %s reads "%s %s"', (action, name, verb, subject) => {
  expect(describeActivity({ action, subject: '000012-abcdef01', name })).toMatchObject({ verb, subject });
});

test('an entry links to the editor of its item unless the item was removed', () => {
  expect(describeActivity(entry('content.updated', 'hero.title')).search).toEqual({ section: 'hero', item: 'title' });
  for (const action of ['content.deleted', 'content.addition-undone'])
    expect(describeActivity(entry(action, 'hero.slide-a')).search).toBeUndefined();
});
