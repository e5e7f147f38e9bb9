import { TextInput } from '@mantine/core';
import { type AuditQuery, auditAreas } from '@threadline/schema/wire/audit';
import { useState } from 'react';
import { type DaySpan, toTimeRange } from '../../format/day-span.ts';
import { DateField } from '../../ui/date-field.tsx';
import { ListFilters } from '../../ui/list-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { UserOptions } from '../users/user-options.tsx';
import classes from './audit.module.css';

/** The filters in the address of the screen. */
export interface AuditSearch extends DaySpan {
  who?: string | undefined;
  area?: string | undefined;
  network?: string | undefined;
}

/** Returns the filters as the API takes them. */
export function toAuditQuery({ who, area, network, ...days }: AuditSearch): Omit<AuditQuery, 'cursor'> {
  return {
    ...(who && { who }),
    ...(area && { area: area as NonNullable<AuditQuery['area']> }),
    ...(network && { network }),
    ...toTimeRange(days),
  };
}

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch, options?: { replace: boolean }) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { who = '', area = '', network = '', from = '', until = '' } = search;
  const set = (name: keyof AuditSearch) => (value: string) => onChange({ [name]: value || undefined });
  // A date is entered in several steps, which form one step in the browser's history.
  const setDay = (name: 'from' | 'until') => (day: string) => onChange({ [name]: day || undefined }, { replace: true });
  return (
    <form className={classes.form} aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <ListFilters activeCount={Object.keys(toAuditQuery(search)).length}>
        <div className={classes.filters}>
          <SelectField label="Who" value={who} onChange={set('who')} options={{ '': 'Everyone', system: 'System' }}>
            <UserOptions />
          </SelectField>
          <SelectField label="What" value={area} onChange={set('area')} options={areaOptions} />
          <AddressField value={network} onChange={set('network')} />
          <DateField size="xs" label="From" name="From" value={from} onChange={setDay('from')} />
          <DateField size="xs" label="Until" name="Until" value={until} onChange={setDay('until')} />
        </div>
      </ListFilters>
    </form>
  );
}

/** Applies the address on Enter or when the field loses the focus: a search for every character would be wasted. */
function AddressField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const [draft, setDraft] = useState<string>();
  const apply = () => {
    if (draft !== undefined && draft.trim() !== value) onChange(draft.trim());
    setDraft(undefined);
  };
  return (
    <TextInput
      size="xs"
      label="IP address"
      placeholder="For example: 203.0.113"
      value={draft ?? value}
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

const areaNames: Record<(typeof auditAreas)[number], string> = {
  content: 'Content',
  image: 'Images',
  user: 'Accounts and sign-ins',
  rights: 'Users and roles',
  session: 'Sign-outs',
  intake: 'New enquiries',
  enquiry: 'Work on enquiries',
  enquiries: 'Enquiry exports',
  mail: 'Emails',
  newsletter: 'Newsletter',
  access: 'Access to personal data',
  privacy: 'Privacy requests',
  changes: 'Published changes',
  schedule: 'Schedules',
  review: 'Review mode',
  release: 'Releases shown temporarily',
  delivery: 'Notifications to other systems',
  'preview-link': 'Preview links',
  backup: 'Backups',
  data: 'Full data exports',
  audit: 'Audit log exports',
};

const areaOptions = { '': 'Everything', ...Object.fromEntries(auditAreas.map((area) => [area, areaNames[area]])) };
