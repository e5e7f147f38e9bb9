import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { type Role, roleSchema } from '@threadline/schema/user';
import { useUser } from '../../session.tsx';
import { roleNames } from './role-names.ts';

interface RoleSelectProps {
  value: Role;
  error?: string;
  onChange: (role: Role) => void;
}

/** The roles that the one who is signed in may give; whoever edits a super admin sees that role too. */
export function RoleSelect({ value, error, onChange }: RoleSelectProps) {
  const me = useUser();
  const roles = roleSchema.options.filter((role) => role === 'admin' || me.role === 'super_admin' || role === value);
  return (
    <Select
      label="Role"
      name="role"
      data={roles.map((role) => ({ value: role, label: roleNames[role] }))}
      value={value}
      allowDeselect={false}
      error={error}
      description="Admins edit everything except super admins."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(role) => onChange(role === 'super_admin' ? role : 'admin')}
    />
  );
}
