import { auditAreas } from '@threadline/schema/audit';
import { useEffect, useState } from 'react';
import { DateField } from '../../ui/date-field.tsx';
import field from '../../ui/native-field.module.css';
import { TeamOptions } from '../users/team-options.tsx';
import classes from './audit.module.css';
import type { AuditSearch } from './audit-query.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** A day is put together in several steps: they are one step back. */
  onDay: (change: AuditSearch) => void;
}

/** Whose doing, of what kind, from where, and from when to when. */
export function AuditFilters({ search, onChange, onDay }: AuditFiltersProps) {
  const set = (name: keyof AuditSearch) => (event: { currentTarget: { value: string } }) =>
    onChange({ [name]: event.currentTarget.value || undefined });
  const setDay = (name: keyof AuditSearch) => (day: string) => onDay({ [name]: day || undefined });
  return (
    <form className={classes.filters} aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        Who
        <select className={field.field} value={search.who ?? ''} onChange={set('who')}>
          <option value="">Everybody</option>
          <option value="system">System and visitors</option>
          <TeamOptions />
        </select>
      </label>
      <label>
        What
        <select className={field.field} value={search.area ?? ''} onChange={set('area')}>
          <option value="">Everything</option>
          {auditAreas.map((area) => (
            <option key={area} value={area}>
              {areaNames[area]}
            </option>
          ))}
        </select>
      </label>
      <AddressField value={search.network ?? ''} onChange={(network) => onChange({ network: network || undefined })} />
      <DateField size="xs" label="From" name="From" value={search.from ?? ''} onChange={setDay('from')} />
      <DateField size="xs" label="Until" name="Until" value={search.until ?? ''} onChange={setDay('until')} />
    </form>
  );
}

/** It is told once it is left, or by Enter: each letter would be another search. */
function AddressField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const tell = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <label>
      Network address
      <input
        className={field.field}
        value={typed}
        maxLength={64}
        placeholder="203.0.113.7, or its beginning"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={tell}
        onKeyDown={(event) => event.key === 'Enter' && tell()}
      />
    </label>
  );
}

const areaNames: Record<(typeof auditAreas)[number], string> = {
  content: 'Words and pictures of the site',
  image: 'Image Management',
  user: 'Accounts and signing in',
  rights: 'Who gets in, and as what',
  session: 'Ended sessions',
  'contact-request': 'Enquiries that came in',
  enquiry: 'Work on enquiries',
  enquiries: 'Exports of enquiries',
  mail: 'Mail',
  newsletter: 'Newsletter',
  access: 'Access to personal details',
  privacy: 'Requests about personal details',
  changes: 'Publishing of waiting changes',
  schedule: 'Times to publish',
  review: 'Review mode',
  release: 'Releases brought back',
  delivery: 'Deliveries of releases',
  'preview-link': 'Preview links',
  backup: 'Backups',
  data: 'Exports of all data',
  audit: 'Exports of the log',
};
