import {
  Autocomplete,
  type ComboboxLikeRenderOptionInput,
  type ComboboxParsedItem,
  type OptionsFilter,
  Text,
  TextInput,
} from '@mantine/core';
import { findLinkTarget, type LinkTarget, landingPageGroup } from '@threadline/schema/content/link-targets';
import { useState } from 'react';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';

/** The target of a link, shown by its title: a page or section of the site, or a web address. */
export function LinkField(props: FieldProps) {
  const { field, pointer } = props;
  const value = String(props.value ?? '');
  const form = useForm();
  const links = field.isExternal ? [] : form.links;
  const target = findLinkTarget(links, value);
  const isOwn = value.startsWith('#') || value.startsWith('/');
  const groups = [...new Set(links.map(({ group }) => group))];
  const [typed, setTyped] = useState<string>();
  // Undo changes the value without an input event.
  const isTyped = typed !== undefined && toAddress(typed, links) === value;
  const choose = (text: string | undefined, address: string) => {
    setTyped(text);
    form.change(pointer, address);
  };

  return (
    <FieldFrame {...props} note={formatTarget(target, isOwn && !value.includes('/#'))}>
      {(control) => (
        <Autocomplete
          {...control}
          value={isTyped ? typed : (target?.label ?? value)}
          // Not `onChange`, which also reports the chosen option.
          onInput={({ currentTarget: input }) => choose(input.value, toAddress(input.value, links))}
          onOptionSubmit={(href) => (form.onLinkChosen ? form.onLinkChosen(href) : choose(undefined, href))}
          // A link that is changed shows its address, which the list would cover.
          openOnFocus={value === ''}
          onClick={({ currentTarget: input }) => target && !isTyped && input.select()}
          onBlur={() => {
            setTyped(undefined);
            control.onBlur();
          }}
          data={groups.map((group) => ({
            group,
            items: links.filter((link) => link.group === group).map(({ href }) => href),
          }))}
          filter={filterBy(links, isTyped ? typed : target ? '' : value)}
          renderOption={({ option }: ComboboxLikeRenderOptionInput<{ value: string }>) => (
            <span>
              {links.find(({ href }) => href === option.value)?.label}
              <Text component="small" display="block" c="dimmed" fz="xs">
                {describePlace(links, option.value)}
              </Text>
            </span>
          )}
          placeholder={field.isExternal ? 'https://' : 'Search pages, or paste an address'}
          maxDropdownHeight={280}
          styles={{ dropdown: { minWidth: 'min(20rem, 90vw)' } }}
        />
      )}
    </FieldFrame>
  );
}

/** The last part of an article's address. Left empty, it is the one that the title gave. */
export function AddressField(props: FieldProps) {
  const { address = '', change } = useForm();
  const value = String(props.value ?? '');
  const [typed, setTyped] = useState<string>();
  return (
    <FieldFrame {...props}>
      {(control) => (
        <TextInput
          {...control}
          // An emptied field stays empty until it is left.
          value={typed === value ? typed : value || address.split('/').at(-2)}
          onChange={({ currentTarget: input }) => {
            const next = input.value.trim().toLowerCase();
            setTyped(next);
            change(props.pointer, next);
          }}
          onBlur={() => {
            setTyped(undefined);
            control.onBlur();
          }}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FieldFrame>
  );
}

/** A text for which the form suggests the names of link targets, such as people. Any other text is allowed. */
export function SuggestedTextField(props: FieldProps) {
  const { field, pointer } = props;
  const { links, topics, change } = useForm();
  const names = links.filter(({ group }) => group === field.suggestedGroup).map(({ label }) => label);
  const data = [...new Set(field.suggestedGroup === 'Topics' ? topics : names)];
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Autocomplete
          {...control}
          value={String(props.value ?? '')}
          onChange={(next) => change(pointer, next)}
          data={data}
          maw={420}
        />
      )}
    </FieldFrame>
  );
}

/** Characters that fit into the field in a narrow form. */
const maxLineLength = 34;

function formatTarget(target: LinkTarget | undefined, isUnknown: boolean): string | undefined {
  // The field cannot wrap a long title.
  if (!target) return isUnknown ? 'This page does not exist yet.' : undefined;
  const place = target.href.startsWith('#') ? [formatPlace(target)] : [target.group, target.href];
  return [...(target.label.length > maxLineLength ? [target.label] : []), ...place].join(' · ');
}

/** Returns the section of the landing page with a target, or the path of another page. */
export function formatPlace({ href, label, group }: LinkTarget): string {
  if (!href.startsWith('#')) return href;
  return `Home page, section ${group === landingPageGroup ? label : group}`;
}

function describePlace(links: readonly LinkTarget[], address: string): string {
  const target = links.find(({ href }) => href === address);
  return target ? formatPlace(target) : address;
}

/** Returns the address of a typed title, or the typed text. An address loses its spaces; a mistyped one is left to be corrected. */
function toAddress(typed: string, links: readonly LinkTarget[]): string {
  const text = typed.trim();
  const named = links.find(({ label }) => label.toLowerCase() === text.toLowerCase());
  return named?.href ?? (/^(?:[#/]|https?:|mailto:|tel:)/i.test(text) ? text.replace(/\s/g, '') : text);
}

/** Finds targets whose title or address contains every typed word. */
function filterBy(links: readonly LinkTarget[], typed: string): OptionsFilter {
  const words = typed.toLowerCase().split(/\s+/);
  const matches = (href: string) => {
    const text = `${links.find((link) => link.href === href)?.label} ${href}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return ({ options }) =>
    options.flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return matches(option.value) ? [option] : [];
      const items = option.items.filter((item) => matches(item.value));
      return items.length > 0 ? [{ ...option, items }] : [];
    });
}
