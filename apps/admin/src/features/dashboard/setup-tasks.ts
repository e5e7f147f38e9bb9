// Only types: the module would bring the validation library to the dashboard.
import type { SetupStep, SetupSteps } from '@threadline/schema/wire/dashboard';
import { superAdminHint, type Task } from './attention.tsx';

/** The text and the place of each step, in the order of the list. */
const tasks: Record<SetupStep, Task> = {
  name: {
    text: 'Your name',
    detail: 'Your colleagues see it beside your changes, and your replies are signed with it.',
    action: 'Enter your name',
    to: '/account',
  },
  brand: {
    text: 'Brand',
    detail: 'Company name here and in all other texts, logo, site icon, colours, tagline and legal name.',
    action: 'Edit the brand',
    to: '/content',
    search: { section: 'site', item: 'brand', field: '/name' },
  },
  contact: {
    text: 'Contact details and office hours',
    detail: 'Email, phone, WhatsApp and address; open days and times, which reply times follow.',
    action: 'Edit the contact details',
    to: '/content',
    search: { section: 'site', item: 'contact', field: '/email' },
  },
  social: {
    text: 'Social links',
    detail: 'At least one.',
    action: 'Edit the social links',
    to: '/content',
    search: { section: 'site', item: 'social' },
  },
  email: {
    text: 'Email',
    detail: 'Notify your team and send replies. Done once the mail server has accepted a message.',
    action: 'Open Email settings',
    to: '/settings/email',
  },
  claims: {
    text: 'Claims and proof',
    detail: 'The period and source of each figure.',
    action: 'Edit the figures',
    to: '/content',
    search: { section: 'stats' },
  },
  privacy: {
    text: 'Privacy notice',
    detail: 'Read it, and adapt it to your company if it does not fit as it is.',
    action: 'Edit the privacy notice',
    to: '/content',
    search: { section: 'site', item: 'page-privacy' },
  },
  team: {
    text: 'Team',
    detail: 'A second person who can sign in.',
    action: 'Invite a colleague',
    to: '/users',
    search: { add: 'invite' },
  },
  'second-factor': {
    text: 'Two-step verification',
    detail: 'For your own account.',
    action: 'Turn it on',
    to: '/account',
    hash: 'authenticator',
  },
  backup: {
    text: 'Backup location (optional)',
    detail: 'Without one, a lost server takes its backups with it.',
    action: 'Choose a backup location',
    to: '/settings/backup',
    isOptional: true,
  },
};

/** Steps behind screens that admins cannot use. */
const ofSuperAdmins: readonly string[] = ['email', 'backup'] satisfies SetupStep[];

interface SetupView {
  isSuperAdmin: boolean;
  /** Users who have not accepted their invitation. */
  invitedUsers: number;
  /** The address of the privacy notice on the site. */
  noticeUrl: string;
  /** Marks the privacy notice as read. */
  onNoticeRead: () => void;
}

/** Returns the steps in order. A step has no link if it is done, or if only a super admin can do it. */
export function listSetupTasks(steps: SetupSteps, { isSuperAdmin, invitedUsers, ...notice }: SetupView): Task[] {
  return Object.entries(tasks).map(([step, task]) => {
    if (steps[step as SetupStep]) return { text: task.text, isDone: true };
    if (step === 'privacy') return { ...task, reading: toReading(notice) };
    if (step === 'team' && invitedUsers > 0)
      return {
        text: task.text,
        detail: `${invitedUsers} invited, not joined yet.`,
        action: 'Show users',
        to: '/users',
      };
    if (isSuperAdmin || !ofSuperAdmins.includes(step)) return task;
    const { text, isOptional = false } = task;
    return { text, detail: superAdminHint, ...(isOptional && { isOptional }) };
  });
}

function toReading({ noticeUrl, onNoticeRead }: Pick<SetupView, 'noticeUrl' | 'onNoticeRead'>): Task['reading'] {
  return { label: 'Read the notice', href: noticeUrl, confirmation: 'I have read it', onConfirm: onNoticeRead };
}
