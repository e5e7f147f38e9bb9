import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { formatDateTime } from '../../format/time.ts';
import { messageKindLabels } from '../enquiries/inbox/labels.ts';

/** The phrases before the subject; `{}` is its place in those that go on after it. */
const verbs: Record<string, string> = {
  'content.created': 'added',
  'content.updated': 'changed',
  'content.deleted': 'removed',
  'content.hidden': 'hid',
  'content.shown': 'showed {} again',
  'content.listed': 'listed {} again',
  'content.publish-pending': 'saved {} for publishing',
  'content.unpublish-pending': 'saved {} for unpublishing',
  'content.text-restored': 'restored an earlier version of',
  'content.version-restored': 'restored the content of',
  'draft.discarded': 'discarded the draft of',
  'draft.restored': 'restored the draft of',
  'draft.scheduled': 'scheduled the draft of',
  'draft.unscheduled': 'cancelled the schedule of',
  'image.created': 'uploaded',
  'image.updated': 'edited the image',
  'image.edited': 'cropped or rotated the image',
  'image.replaced': 'replaced the image',
  'image.deleted': 'moved the image {} to the trash',
  'user.signed-in': 'signed in',
  'user.signed-in-with-passkey': 'signed in with a passkey',
  'user.created': 'added the account',
  'user.updated': 'changed the account',
  'user.role-changed': 'changed the role of',
  'user.email-changed': 'changed the email of',
  'user.password-set': 'set a new password for',
  'user.deleted': 'deleted the account',
  'user.restored': 'restored the account',
  'user.disabled': 'disabled the account',
  'user.enabled': 'enabled the account',
  'user.second-factor-on': 'turned on two-step verification for',
  'user.second-factor-off': 'turned off two-step verification for',
  'user.passkey-added': 'added a passkey for',
  'user.passkey-removed': 'removed a passkey of',
  'user.passkeys-removed': 'removed the passkeys of',
  'user.used-recovery-code': 'signed in with a recovery code',
  'user.renewed-recovery-codes': 'renewed the recovery codes of',
  'user.locked': 'locked the account',
  'user.guessed': 'recorded 20 wrong passwords within an hour for the account',
  'user.invited': 'invited',
  'user.joined': 'accepted the invitation for',
  'user.password-link': 'created a password reset link for',
  'user.password-reset': 'chose a new password for',
  'release.rolled-back': 'paused publishing and showed',
  'release.resumed': 'resumed publishing after',
  'delivery.retried': 'sent a notification to another system again:',
  'mail.retried': 'sent again from the outbox:',
  'mail.dismissed': 'deleted from the outbox:',
  'mail.server-set': 'set up email through',
  'mail.server-removed': 'stopped sending email through',
  'audit.exported': 'exported the audit',
  'data.exported': 'exported all data',
  'image.restored': 'restored the image',
  'review.turned-on': 'turned review mode on',
  'review.turned-off': 'turned review mode off',
  'changes.published': 'published the pending changes',
  'changes.retried': 'retried publishing',
  'changes.scheduled': 'scheduled publishing for',
  'schedule.cancelled': 'cancelled publishing scheduled for',
  'intake.received': 'received the enquiry',
  'preview-link.created': 'created a preview link',
  'preview-link.revoked': 'switched off a preview link',
  'preview-link.commented': 'received a comment through',
  'preview-link.approved': 'received an approval through',
  'preview-link.changes-requested': 'received a request for changes through',
  'preview-link.feedback-resolved': 'marked feedback as done, sent through',
  'preview-link.feedback-reopened': 'reopened feedback, sent through',
  'session.revoked': 'signed out a browser of',
  'backup.made': 'made a backup',
  'backup.location-set': 'set the backup location:',
  'backup.location-removed': 'stopped sending backups to',
  'backup.restore-failed': 'could not restore the backup',
  'backup.verified': 'checked the backup of',
  'backup.downloaded': 'downloaded the backup of',
  'backup.restored': 'restored the backup of',
  'backup.accounts-carried-over': 'kept the accounts as they were before the restore:',
  'backup.carried-over': 'kept from before the restore:',
  'enquiry.new': 'moved the enquiry {} to New',
  'enquiry.read': 'marked the enquiry {} as read',
  'enquiry.replied': 'marked the enquiry {} as replied',
  'enquiry.reply-written-to-disk': 'wrote a reply to the enquiry {}, which was not sent',
  'enquiry.reply-sent': 'sent the reply to the enquiry',
  'enquiry.reply-failed': 'could not send the reply to the enquiry',
  'enquiry.closed': 'closed the enquiry',
  'enquiry.spam': 'moved the enquiry {} to Spam',
  'enquiry.assigned': 'assigned the enquiry',
  'enquiry.unassigned': 'unassigned the enquiry',
  'enquiries.unassigned': 'unassigned',
  'enquiry.noted': 'added a note to the enquiry',
  'enquiry.retained': 'marked the enquiry {} as a client',
  'enquiry.not-retained': 'marked the enquiry {} as no longer a client',
  'access.opened': 'opened the enquiry',
  'access.listed': 'viewed the list of',
  'enquiries.exported': 'exported enquiries:',
  'newsletter.requested': 'received a newsletter sign-up to be confirmed:',
  'newsletter.confirmed': 'received a confirmed newsletter sign-up:',
  'newsletter.unsubscribed': 'received a newsletter cancellation:',
  'newsletter.exported': 'exported the newsletter list:',
  'privacy.looked-up': 'searched for a person and found',
  'privacy.corrected': 'corrected',
  'privacy.erased': 'erased',
  'privacy.retention': 'erased after the retention period:',
  'privacy.request-added': 'logged a request for',
  'privacy.request-done': 'completed the request for',
  'privacy.notice-read': 'marked the privacy {} as read',
  'privacy.notice-unread': 'marked the privacy {} as not read',
  'privacy.withdrawn': 'received a withdrawal of',
  'session.reuse-refused': 'signed out a browser whose sign-in may have been stolen:',
};

interface ActivityDescription {
  verb: string;
  subject: string;
  /** The text after the subject. */
  rest?: string | undefined;
  /** The address of the editor, if the subject is a content item that exists. */
  search?: { section: string; item: string };
}

type Activity = Pick<Dashboard['activity'][number], 'action' | 'subject' | 'name'>;

/** Who did what, with a link to the item if it exists. */
export function ActivityText({ entry }: { entry: Activity & { by: string | null } }) {
  const { verb, subject, rest, search } = describeActivity(entry);
  return (
    <Text flex="1 1 240px">
      <strong>{entry.by ?? 'System'}</strong> {verb}{' '}
      {search ? (
        <Link to="/content" search={search}>
          {subject}
        </Link>
      ) : (
        subject
      )}
      {rest}
    </Text>
  );
}

/** Matches the actions after which an entry has no editor. */
export const removal = /\.(?:deleted|addition-undone|removal-redone)$/;

const namesRelease = /^(?:release\.|content\.version-restored$)/;
const namesRole = /^user\.(?:created|invited|role-changed)$/;

/** Returns an entry of the audit log as text: "changed Hero: Headline". An unknown action is shown as its name. */
export function describeActivity({ action, subject, name }: Activity): ActivityDescription {
  const phrase =
    verbs[action] ??
    // `content.removal-undone`: "undid the removal of"; `content.moved`: "moved"
    action
      .replace(/^content\.(\w+)-(un|re)done$/, '$2did the $1 of')
      .replace('content.', '')
      .replace(/[.-]/g, ' ');
  const [verb = '', rest] = phrase.split(' {}');
  const [section = '', key] = subject.split('.');
  if (action.startsWith('content.') && key) {
    const search = removal.test(action) ? undefined : { section, item: key };
    return { verb, subject: name ?? subject, rest, search };
  }
  if (action === 'privacy.looked-up' && subject.startsWith('an address')) return { verb, subject: 'nothing' };
  if (action === 'access.opened' && isMessage(subject))
    return { verb: 'read the message', subject: formatMessage(subject) };
  if (namesRelease.test(action)) return { verb, subject: name ? `release ${name}` : 'an earlier release' };
  return { verb, subject: formatSubject(action, subject), rest };
}

/** Matches a message of the outbox: `reply (ENQ-7K2M4Q)`, or the beginning of an id in place of the reference. */
const messageSubject = /^([\w-]+) \((.+)\)$/;
const isMessageKind = (kind: string): kind is keyof typeof messageKindLabels => kind in messageKindLabels;
const isMessage = (subject: string) => isMessageKind(messageSubject.exec(subject)?.[1] ?? '');

/** Returns `Reply (ENQ-7K2M4Q)`, or `Invitation` for a message without an enquiry. */
function formatMessage(subject: string): string {
  const [, kind = '', name = ''] = messageSubject.exec(subject) ?? [];
  if (!isMessageKind(kind)) return 'a message';
  return `${messageKindLabels[kind]}${/^[\w-]{8}$/.test(name) ? '' : ` (${name})`}`;
}

/** Returns the subject without what means nothing to readers: ids, codes of times and roles, repetitions. */
function formatSubject(action: string, subject: string): string {
  if (/^mail\.(?:retried|dismissed)$/.test(action))
    return subject.startsWith('all ') ? subject.replace('written-to-disk', 'waiting') : formatMessage(subject);
  if (action.startsWith('image.')) return subject.replace(/ \([0-9a-f]{32}\)$/, '');
  if (namesRole.test(action)) return subject.replace(/(?<=[ (]super)_(?=admin)/g, ' ');
  if (/^(?:changes\.scheduled|schedule|backup\.(?:verified|downloaded|restored))/.test(action))
    return formatDateTime(subject);
  // The subject of these repeats the name of the user or the time of the entry, or is a revision.
  return /^(?:user\.(?:signed-in|used-recovery-code)|backup\.made|changes\.(?:published|retried))/.test(action)
    ? ''
    : subject;
}
