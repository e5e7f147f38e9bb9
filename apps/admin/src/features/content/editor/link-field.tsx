import {
  Autocomplete,
  type ComboboxLikeRenderOptionInput,
  type ComboboxParsedItem,
  type OptionsFilter,
} from '@mantine/core';
import type { LinkTarget } from '@threadline/schema/link-targets';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import classes from './schema-form.module.css';

/** Where a link leads: one of the real places of the site, or an address. */
export function LinkField(props: FieldProps) {
  const { pointer } = props;
  const value = String(props.value ?? '');
  const { links, change } = useForm();
  const target = links.find(({ href }) => href === value);
  const isOwn = value.startsWith('#') || value.startsWith('/');
  const groups = [...new Set(links.map(({ group }) => group))];

  return (
    <FieldFrame {...props} note={noteFor(target, isOwn && !value.includes('/#'))}>
      {(control) => (
        <Autocomplete
          {...control}
          value={value}
          onChange={(next) => change(pointer, next.trim())}
          data={groups.map((group) => ({
            group,
            items: links.filter((link) => link.group === group).map(({ href }) => href),
          }))}
          filter={filterBy(links)}
          renderOption={({ option }: ComboboxLikeRenderOptionInput<{ value: string }>) => (
            <span className={classes.option}>
              <span>{links.find(({ href }) => href === option.value)?.label}</span>
              <small>{option.value}</small>
            </span>
          )}
          placeholder="Choose a place, or write an address"
          maxDropdownHeight={280}
        />
      )}
    </FieldFrame>
  );
}

function noteFor(target: LinkTarget | undefined, isUnknownPlace: boolean): string | undefined {
  if (target) return `${target.group}: ${target.label}`;
  return isUnknownPlace ? 'The site has no such place yet.' : undefined;
}

/** Finds places by their name as well as by their address; everything while the field holds one already. */
function filterBy(links: readonly LinkTarget[]): OptionsFilter {
  return ({ options, search }) => {
    const wanted = search.trim().toLowerCase();
    if (wanted === '' || links.some(({ href }) => href === search)) return options;
    const fits = (href: string) => {
      const label = links.find((link) => link.href === href)?.label ?? '';
      return href.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted);
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return fits(option.value) ? [option] : [];
      const items = option.items.filter((item) => fits(item.value));
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };
}
