import { Group } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { formatDay } from '@threadline/schema/primitives/calendar-day';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { DelayedSearch } from '../../../ui/delayed-search.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { UserOptions } from '../../users/user-options.tsx';
import { useEnquiryOrigins } from './enquiries-query.ts';
import classes from './inbox.module.css';
import { formatSource, isFiltered, listSources, spansFolders } from './inbox-search.ts';
import type { InboxSearch } from './parse-inbox-search.ts';

const noFilters = {
  only: '',
  q: '',
  from: '',
  until: '',
  section: '',
  slide: '',
  cta: '',
} as const satisfies InboxSearch;

const onlyOptions = {
  '': 'All',
  mine: 'Assigned to me',
  unassigned: 'Unassigned',
  unanswered: 'Awaiting reply',
  overdue: 'Overdue',
};

interface ChangeOptions {
  /** The open enquiry stays open. */
  keepOpen?: boolean;
  /** The change is part of the current step in the history of the browser. */
  replace?: boolean;
}

interface InboxFiltersProps {
  search: InboxSearch;
  onChange: (change: InboxSearch, options?: ChangeOptions) => void;
}

/** The filters of the inbox, which are in its address and apply to the export, too. */
export function InboxFilters({ search, onChange }: InboxFiltersProps) {
  const { only, from, until } = search;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const clear = () => {
    opener.current?.focus(); // the button disappears with the filters
    onChange(noFilters);
  };
  const setDay = (name: 'from' | 'until') => (day: string) => onChange({ [name]: day }, { replace: true });
  return (
    <div className={classes.filters}>
      <Group gap={8} wrap="nowrap">
        <DelayedSearch
          label="Search"
          placeholder="Company, name or text"
          size="sm"
          flex={1}
          value={search.q ?? ''}
          onSearch={(q) => {
            // A new search leaves the list of unanswered enquiries, with which the inbox may have opened.
            const isNew = q !== '' && !search.q;
            onChange({ q, ...(isNew && spansFolders(only) && { only: '' }) }, { keepOpen: true, replace: true });
          }}
        />
        <Button
          ref={opener}
          flex="none"
          aria-expanded={isOpen}
          aria-controls={details}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      </Group>
      <div className={classes.filterGrid} id={details} hidden={!isOpen}>
        <SelectField
          label="Show"
          value={only ?? ''}
          onChange={(value) => onChange({ only: value })}
          options={onlyOptions}
        >
          <optgroup label="Assigned to">
            <UserOptions />
          </optgroup>
        </SelectField>
        <SourceField search={search} onChange={onChange} />
        <DateField size="xs" label="From" name="From" value={from ?? ''} onChange={setDay('from')} />
        <DateField size="xs" label="Until" name="Until" value={until ?? ''} onChange={setDay('until')} />
      </div>
      {isFiltered(search) && (
        <Group gap="0 8px">
          <small>{describeFilters(search)}</small>
          <TextButton onClick={clear}>Clear filters</TextButton>
        </Group>
      )}
    </div>
  );
}

/** Names the filters, which may be folded away. */
function describeFilters(search: InboxSearch): string {
  const { only, q, from, until } = search;
  const onlyName = only && (onlyOptions[only as keyof typeof onlyOptions] ?? 'One person');
  const days = from && until ? `${formatDay(from)} to ${formatDay(until)}` : undefined;
  const openDays = from ? `since ${formatDay(from)}` : until && `until ${formatDay(until)}`;
  return [onlyName, formatSource(search), days ?? openDays, q && `“${q}”`].filter(Boolean).join(', ');
}

function SourceField({ search, onChange }: InboxFiltersProps) {
  const sources = listSources(useEnquiryOrigins().data ?? []);
  const getKey = ({ section, slide, cta }: InboxSearch) => (section ? JSON.stringify([section, slide, cta]) : '');
  const selected = getKey(search);
  // A source that no enquiry has any more may still be in the address.
  const options = {
    '': 'Any source',
    ...(selected && { [selected]: formatSource(search) }),
    ...Object.fromEntries(sources.map(({ label, search: source }) => [getKey(source), label])),
  };
  const select = (key: string) => {
    const source = sources.find((each) => getKey(each.search) === key);
    onChange(source?.search ?? { section: '', slide: '', cta: '' });
  };
  return <SelectField label="Source" value={selected} onChange={select} options={options} />;
}
