import type { UserStatus } from '@threadline/schema/user';

export const statusNames: Record<UserStatus, { name: string; tone: 'good' | 'info' | 'waiting' | 'bad' }> = {
  invited: { name: 'Invited', tone: 'info' },
  active: { name: 'Active', tone: 'good' },
  disabled: { name: 'Disabled', tone: 'bad' },
  locked: { name: 'Locked', tone: 'waiting' },
};
