import { Box, Group } from '@mantine/core';
import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DateField } from '../../../ui/date-field.tsx';
import { SearchInput, searchDelayMs } from '../../../ui/search-input.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { TeamOptions } from '../../users/team-options.tsx';
import { useEnquiryOrigins } from './enquiries-query.ts';
import classes from './inbox.module.css';
import { formatSource, isFiltered, listSources } from './inbox-search.ts';
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

/** The filters of the inbox, which are in its address and apply to the export, too. The children are further actions. */
export function InboxFilters({ search, onChange, children }: PropsWithChildren<InboxFiltersProps>) {
  const { only, from, until, section } = search;
  // The initial state only: the details do not close while a filter in them is being emptied.
  const [isOpenAtFirst] = useState([from, until, section].some(Boolean));
  const onlySelect = useRef<HTMLSelectElement>(null);
  const clear = () => {
    onlySelect.current?.focus(); // the button disappears with the filters
    onChange(noFilters);
  };
  const setDay = (name: 'from' | 'until') => (day: string) => onChange({ [name]: day }, { replace: true });
  return (
    <div className={classes.filters}>
      <SearchField value={search.q ?? ''} onSearch={(q) => onChange({ q }, { keepOpen: true, replace: true })} />
      <Group gap={8} justify="space-between">
        <SelectField
          ref={onlySelect}
          flex="1 1 130px"
          aria-label="Filter"
          value={only ?? ''}
          onChange={(value) => onChange({ only: value })}
          options={onlyOptions}
        >
          <optgroup label="Assigned to">
            <TeamOptions />
          </optgroup>
        </SelectField>
        {children}
      </Group>
      <details open={isOpenAtFirst}>
        <Box component="summary" py={8} c="dimmed">
          Date and source
        </Box>
        <div className={classes.filterGrid}>
          <DateField size="xs" label="From" name="From" value={from ?? ''} onChange={setDay('from')} />
          <DateField size="xs" label="Until" name="Until" value={until ?? ''} onChange={setDay('until')} />
          <SourceField search={search} onChange={onChange} />
        </div>
      </details>
      {isFiltered(search) && (
        <Box>
          <TextButton onClick={clear}>Clear filters</TextButton>
        </Box>
      )}
    </div>
  );
}

/** Searches after a pause in typing. Takes over a search that comes from elsewhere, such as the Back button. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const wanted = text.trim();
  const send = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => send(), searchDelayMs);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return (
    <SearchInput label="Search" placeholder="Search company, name or text" size="sm" value={text} onChange={setText} />
  );
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
