// Only types: the module would bring the validation library to the dashboard.
import type { SetupStep, SetupSteps } from '@threadline/schema/wire/dashboard';
import { superAdminHint, type Task } from './attention.tsx';

/** The text and the place of each step, in the order of the list. */
const tasks: Record<SetupStep, Task> = {
  name: {
    text: 'Your name',
    action: 'Enter your name',
    to: '/account',
  },
  brand: {
    text: 'Brand',
    action: 'Edit the brand',
    to: '/content',
    search: { section: 'site', item: 'brand', field: '/name' },
  },
  contact: {
    text: 'Contact details and office hours',
    action: 'Edit the contact details',
    to: '/content',
    search: { section: 'site', item: 'contact', field: '/email' },
  },
  social: {
    text: 'Social links',
    action: 'Edit the social links',
    to: '/content',
    search: { section: 'site', item: 'social' },
  },
  email: {
    text: 'Email',
    action: 'Open Email settings',
    to: '/settings/email',
  },
  claims: {
    text: 'Figures and proof',
    action: 'Edit the figures',
    to: '/content',
    search: { section: 'stats' },
  },
  privacy: {
    text: 'Privacy notice',
    action: 'Edit the privacy notice',
    to: '/content',
    search: { section: 'site', item: 'page-privacy' },
  },
  team: {
    text: 'Users',
    action: 'Invite a user',
    to: '/users',
    search: { add: 'invite' },
  },
  'second-factor': {
    text: 'Two-step verification',
    action: 'Turn it on',
    to: '/account',
    hash: 'authenticator',
  },
  backup: {
    text: 'Backup location (optional)',
    action: 'Choose a backup location',
    to: '/settings/backup',
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

/** Returns the steps in order with what is left to do. A step that is done, or that only a super admin can do, has no link. */
export function listSetupTasks(steps: SetupSteps, { isSuperAdmin, invitedUsers, ...notice }: SetupView): Task[] {
  return Object.entries(tasks).map(([step, task]) => {
    const detail = steps[step as SetupStep];
    if (detail === null) return { text: task.text, isDone: true };
    if (step === 'privacy') return { ...task, detail, reading: toReading(notice) };
    if (step === 'team' && invitedUsers > 0) return { text: task.text, detail, action: 'Show users', to: '/users' };
    if (isSuperAdmin || !ofSuperAdmins.includes(step)) return { ...task, detail };
    return { text: task.text, detail: superAdminHint };
  });
}

function toReading({ noticeUrl, onNoticeRead }: Pick<SetupView, 'noticeUrl' | 'onNoticeRead'>): Task['reading'] {
  return { label: 'Read the notice', href: noticeUrl, confirmation: 'I have read it', onConfirm: onNoticeRead };
}
