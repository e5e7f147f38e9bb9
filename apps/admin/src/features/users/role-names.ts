import type { Role } from '@threadline/schema/user';

export const roleNames: Record<Role, string> = { admin: 'Admin', super_admin: 'Super admin' };
