import type { Dashboard } from '@threadline/schema/dashboard';
import { releaseNumber } from '../../format/release-number.ts';
import { dateTimeOf } from '../../format/time.ts';

const verbs: Record<string, string> = {
  'content.created': 'added',
  'content.restored': 'brought back',
  'content.updated': 'changed',
  'content.deleted': 'removed',
  'content.moved': 'moved',
  'image.created': 'uploaded',
  'image.updated': 'described',
  'image.deleted': 'deleted the image',
  'user.signed-in': 'signed in',
  'user.signed-in-with-passkey': 'signed in with a passkey',
  'user.created': 'added the account',
  'user.updated': 'changed the account',
  'user.role-changed': 'changed the role of',
  'user.email-changed': 'changed the email of',
  'user.password-set': 'set a new password for',
  'user.deleted': 'deleted the account',
  'user.restored': 'brought back the account',
  'user.disabled': 'disabled the account',
  'user.enabled': 'enabled the account',
  'user.second-factor-on': 'turned the second factor on for',
  'user.second-factor-off': 'turned the second factor off for',
  'user.passkey-added': 'added a passkey for',
  'user.passkey-removed': 'removed a passkey of',
  'user.passkeys-removed': 'removed the passkeys of',
  'user.used-recovery-code': 'signed in with a recovery code:',
  'user.renewed-recovery-codes': 'made new recovery codes for',
  'user.locked': 'locked the account',
  'user.guessed': 'noticed 20 wrong passwords within an hour for the account',
  'user.invited': 'invited',
  'user.joined': 'accepted the invitation to',
  'user.password-link': 'made a link to a new password for',
  'user.password-reset': 'chose a new password for',
  'release.rolled-back': 'brought back release',
  'release.resumed': 'resumed publishing after release',
  'delivery.resent': 'sent again:',
  'mail.retried': 'sent again the message',
  'mail.dismissed': 'dismissed the message',
  'audit.exported': 'exported the',
  'data.exported': 'exported all data',
  'image.restored': 'brought back the image',
  'review.turned-on': 'turned review mode on',
  'review.turned-off': 'turned review mode off',
  'changes.published': 'published everything up to change',
  'changes.tried-again': 'tried again to publish change',
  'changes.scheduled': 'set the time to publish to',
  'schedule.cancelled': 'cancelled the publish of',
  'contact-request.received': 'received the enquiry',
  'preview-link.created': 'made a preview link',
  'preview-link.revoked': 'took back a preview link',
  'session.revoked': 'ended a session of',
  'backup.made': 'made a backup',
  'backup.restored': 'restored the backup of',
  'backup.accounts-kept': 'kept the accounts as they were before the restore:',
  'backup.wishes-kept': 'kept after the restore what people had decided since the backup:',
  'backup.work-kept': 'brought over what the team had done since the restored backup about',
  'backup.enquiries-kept': 'brought over what came after the restored backup:',
  'enquiry.new': 'put back under New the enquiry',
  // By a reply from here, or by hand after a call.
  'enquiry.replied': 'marked as replied the enquiry',
  'enquiry.reply-filed': 'wrote a reply that is only a file to the enquiry',
  'enquiry.reply-sent': 'sent the reply to the enquiry',
  'enquiry.reply-failed': 'could not send the reply to the enquiry',
  'enquiry.closed': 'closed the enquiry',
  'enquiry.spam': 'moved to spam the enquiry',
  'enquiry.assigned': 'assigned the enquiry',
  'enquiry.unassigned': 'took back the enquiry',
  'enquiries.unassigned': 'took back',
  'enquiry.noted': 'wrote a note to the enquiry',
  'enquiry.kept': 'keeps as a client’s file the enquiry',
  'enquiry.not-kept': 'no longer keeps as a client’s file the enquiry',
  'access.opened': 'opened the enquiry',
  'access.listed': 'saw the list of',
  'enquiries.exported': 'exported enquiries:',
  'newsletter.asked': 'asked for confirmation:',
  'newsletter.joined': 'received a confirmed sign-up:',
  'newsletter.left': 'received a farewell:',
  'newsletter.exported': 'exported the list:',
  'privacy.looked-up': 'searched by an email address and found',
  'privacy.corrected': 'corrected',
  'privacy.erased': 'erased',
  'privacy.retention': 'erased what was over:',
  'privacy.request-noted': 'noted the request for',
  'privacy.request-done': 'closed the request for',
  'privacy.retention-waits': 'erases nothing for a week,',
  'privacy.withdrawn': 'received a withdrawal of',
  'session.reuse-refused': 'ended a session that was used twice:',
};

interface ActivityWords {
  verb: string;
  subject: string;
  /** The item's editor, where the subject is an item. */
  search?: { section: string; item: string };
}

const namesRole = /^user\.(?:created|invited|role-changed)$/;

/** An entry of the audit log in words: "changed Hero: Title". Unknown actions keep their own words. */
export function activityWords({
  action,
  subject,
  name,
}: Pick<Dashboard['activity'][number], 'action' | 'subject' | 'name'>): ActivityWords {
  const verb = verbs[action] ?? action.replace(/[.-]/g, ' ');
  const [section = '', key] = subject.split('.');
  if (action.startsWith('content.') && key) {
    const search = action === 'content.deleted' ? undefined : { section, item: key };
    return { verb, subject: name ?? subject, search };
  }
  // Nobody was seen.
  if (action === 'privacy.looked-up' && subject.startsWith('an address')) return { verb, subject: 'nothing' };
  if (action.startsWith('release.')) return { verb, subject: releaseNumber(subject) };
  // The log also keeps the id of an image, which says nothing to people.
  if (action.startsWith('image.')) return { verb, subject: subject.replace(/ \([0-9a-f]{32}\)$/, '') };
  if (namesRole.test(action)) return { verb, subject: subject.replace(/(?<=[ (]super)_(?=admin)/g, ' ') };
  if (action === 'changes.scheduled' || action === 'schedule.cancelled') return { verb, subject: dateTimeOf(subject) };
  // What it is called says only when, as the line does.
  return { verb, subject: /^(?:user\.signed-in|backup\.made)/.test(action) ? '' : subject };
}
