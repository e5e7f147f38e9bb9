import { type Role, roleSchema } from '@threadline/schema/wire/user';
import { useUser } from '../../session.tsx';
import { SelectField } from '../../ui/select-field.tsx';

export const roleNames: Record<Role, string> = { admin: 'Admin', super_admin: 'Super admin' };

interface RoleSelectProps {
  value: string;
  error?: string;
  onChange: (role: Role) => void;
}

/** Offers the roles that the signed-in user may grant, and the current role of the account. */
export function RoleSelect({ onChange, ...props }: RoleSelectProps) {
  const user = useUser();
  const roles = roleSchema.options.filter(
    (role) => role === 'admin' || user.role === 'super_admin' || role === props.value,
  );
  return (
    <SelectField
      size="sm"
      label="Role"
      options={Object.fromEntries(roles.map((role) => [role, roleNames[role]]))}
      description="Admins can edit everything. Only super admins can change super admins, set up email, export all data and manage backups."
      onChange={(role) => onChange(role === 'super_admin' ? role : 'admin')}
      {...props}
    />
  );
}
