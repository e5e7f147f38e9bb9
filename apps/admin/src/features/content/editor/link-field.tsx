import {
  Autocomplete,
  type ComboboxLikeRenderOptionInput,
  type ComboboxParsedItem,
  Group,
  type OptionsFilter,
} from '@mantine/core';
import type { LinkTarget } from '@threadline/schema/content/link-targets';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';

/** The target of a link: a page or section of the site, or a web address. */
export function LinkField(props: FieldProps) {
  const { field, pointer } = props;
  const value = String(props.value ?? '');
  const { links: all, change } = useForm();
  const links = field.isExternal ? [] : all;
  const target = links.find(({ href }) => href === value);
  const isOwn = value.startsWith('#') || value.startsWith('/');
  const groups = [...new Set(links.map(({ group }) => group))];

  return (
    <FieldFrame {...props} note={formatTarget(target, isOwn && !value.includes('/#'))}>
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
            <Group component="span" gap={12} align="baseline" justify="space-between" wrap="nowrap" w="100%">
              <span>{links.find(({ href }) => href === option.value)?.label}</span>
              <small>{option.value}</small>
            </Group>
          )}
          placeholder={field.isExternal ? 'https://' : 'Choose a page, or enter an address'}
          maxDropdownHeight={280}
        />
      )}
    </FieldFrame>
  );
}

/** A text for which the form suggests the names of link targets, such as people. Any other text is allowed. */
export function SuggestedTextField(props: FieldProps) {
  const { field, pointer } = props;
  const { links, change } = useForm();
  const names = links.filter(({ group }) => group === field.suggestedGroup).map(({ label }) => label);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Autocomplete
          {...control}
          value={String(props.value ?? '')}
          onChange={(next) => change(pointer, next)}
          data={[...new Set(names)]}
          maw={420}
        />
      )}
    </FieldFrame>
  );
}

function formatTarget(target: LinkTarget | undefined, isUnknown: boolean): string | undefined {
  if (target) return `${target.group}: ${target.label}`;
  return isUnknown ? 'This page does not exist yet.' : undefined;
}

/** Finds targets by label and address. Shows all of them while the field already holds one. */
function filterBy(links: readonly LinkTarget[]): OptionsFilter {
  return ({ options, search }) => {
    const wanted = search.trim().toLowerCase();
    if (wanted === '' || links.some(({ href }) => href === search)) return options;
    const matches = (href: string) => {
      const label = links.find((link) => link.href === href)?.label ?? '';
      return href.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted);
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return matches(option.value) ? [option] : [];
      const items = option.items.filter((item) => matches(item.value));
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };
}
