import classes from './filter-chips.module.css';

interface FilterChipsProps<Name extends string> {
  label: string;
  options: Readonly<Record<Name, string>>;
  /** Undefined if another filter replaces these. */
  selected: Name | undefined;
  /** Shown after the labels. */
  counts: Partial<Record<Name, number | string>> | undefined;
  onSelect: (name: Name) => void;
}

/** A group of filters, one of which is selected. */
export function FilterChips<Name extends string>({
  label,
  options,
  selected,
  counts,
  onSelect,
}: FilterChipsProps<Name>) {
  return (
    <fieldset aria-label={label} className={classes.chips}>
      {(Object.keys(options) as Name[]).map((name) => (
        <button type="button" key={name} aria-pressed={name === selected} onClick={() => onSelect(name)}>
          {options[name]} <small>{counts?.[name]}</small>
        </button>
      ))}
    </fieldset>
  );
}
