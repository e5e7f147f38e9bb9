import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { DateField } from '../../../ui/date-field.tsx';
import field from '../../../ui/native-field.module.css';
import { TeamOptions, useTeam } from '../../users/team-options.tsx';
import { useEnquiryOrigins } from './enquiries-query.ts';
import { everything, isEverything, shownWords } from './format-filter.ts';
import inbox from './inbox.module.css';
import { type InboxSearch, placesOf, placeWords } from './inbox-search.ts';

/** Each search asks the server. */
const typingPauseMs = 200;
const everybody = 'everybody';

interface InboxFiltersProps {
  search: InboxSearch;
  onChange: (change: InboxSearch) => void;
  /** A day is put together in several steps: they are one step back. */
  onDay: (change: InboxSearch) => void;
  onSearch: (words: string) => void;
}

/** Words, whose, from when to when, from where: all of them stand in the address, and the CSV follows them. */
export function InboxFilters({ search, onChange, onDay, onSearch, children }: PropsWithChildren<InboxFiltersProps>) {
  const { only, from, until, section } = search;
  // Only at first: what somebody is typing in must not close when it becomes empty.
  const [opensMore] = useState([from, until, section].some(Boolean));
  const team = useTeam();
  const whose = useRef<HTMLSelectElement>(null);
  return (
    <div className={inbox.filters}>
      <SearchField typed={search.q ?? ''} onSettled={onSearch} />
      <div className={inbox.filterRow}>
        <select
          ref={whose}
          aria-label="Whose enquiries"
          className={field.field}
          value={only ?? everybody}
          onChange={({ currentTarget: { value } }) => onChange({ only: value === everybody ? '' : value })}
        >
          <option value={everybody}>Everybody’s</option>
          <option value="mine">Assigned to me</option>
          <option value="unassigned">Assigned to nobody</option>
          <option value="unanswered">Waiting for an answer</option>
          <option value="overdue">Late</option>
          <optgroup label="Assigned to">
            <TeamOptions />
          </optgroup>
        </select>
        {children}
      </div>
      <details className={inbox.moreFilters} open={opensMore}>
        <summary>Day and place</summary>
        <div className={inbox.filterGrid}>
          <DateField size="xs" label="From" name="From" value={from ?? ''} onChange={(day) => onDay({ from: day })} />
          <DateField
            size="xs"
            label="Until"
            name="Until"
            value={until ?? ''}
            onChange={(day) => onDay({ until: day })}
          />
          <PlaceField search={search} onChange={onChange} />
        </div>
      </details>
      <p className={inbox.shown}>
        <span>
          Shown: <strong>{shownWords(search, (id) => team?.find(({ _id }) => _id === id)?.name)}</strong>
        </span>
        {!isEverything(search) && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              whose.current?.focus(); // the button goes with what it takes back
              onChange(everything);
            }}
          >
            Show all enquiries
          </button>
        )}
      </p>
    </div>
  );
}

/** What is typed goes into the address after a pause; what comes from there, such as the way back, into the field. */
function SearchField({ typed, onSettled }: { typed: string; onSettled: (words: string) => void }) {
  const [words, setWords] = useState(typed);
  const sent = useRef(typed);
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (typed === sent.current) return;
    sent.current = typed;
    setWords(typed);
  }, [typed]);
  useEffect(() => {
    if (words.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words.trim();
      settle.current(words.trim());
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <TextInput
      aria-label="Search"
      placeholder="Search company, name or words"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={words}
      onChange={(event) => setWords(event.currentTarget.value)}
    />
  );
}

function PlaceField({ search, onChange }: Pick<InboxFiltersProps, 'search' | 'onChange'>) {
  const places = placesOf(useEnquiryOrigins().data ?? []);
  const keyOf = ({ section, slide, cta }: InboxSearch) => JSON.stringify([section, slide, cta]);
  const chosen = search.section ? keyOf(search) : '';
  const isKnown = chosen === '' || places.some((place) => keyOf(place.search) === chosen);
  const pick = (key: string) =>
    onChange(places.find((place) => keyOf(place.search) === key)?.search ?? { section: '', slide: '', cta: '' });
  return (
    <label>
      Came from
      <select className={field.field} value={chosen} onChange={(event) => pick(event.currentTarget.value)}>
        <option value="">Anywhere</option>
        {!isKnown && <option value={chosen}>{placeWords(search)}</option>}
        {places.map(({ label, search: place }) => (
          <option key={keyOf(place)} value={keyOf(place)}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
