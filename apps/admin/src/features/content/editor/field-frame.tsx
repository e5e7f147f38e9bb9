import { Box, Group, Text } from '@mantine/core';
import { type FormField, isRequired } from '@threadline/schema/content/form-field';
import type { LinkTarget } from '@threadline/schema/content/link-targets';
import { isPlaceholder } from '@threadline/schema/content/placeholders';
import type { InputKind } from '@threadline/schema/primitives/fields';
import { createContext, type ReactNode, useContext } from 'react';
import { Tag } from '../../../ui/tag.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { EntryIds } from '../model/entry-ids.ts';
import { type FieldErrors, isEqual } from '../model/form-model.ts';
import { toHref } from '../rich-text/to-href.ts';
import type { ArticleDefaults } from './proposed-details.ts';
import classes from './schema-form.module.css';
import type { FormSteps } from './undo-steps.ts';

/** Values that a form offers beyond its own schema. */
export interface FormChoices {
  links: LinkTarget[];
  /** The topics of the articles. */
  topics?: readonly string[];
  /** For the proposals of a new article. */
  articleDefaults?: ArticleDefaults;
  /** Notes at fields whose value was proposed, by JSON Pointer. */
  proposals?: Readonly<Record<string, string>> | undefined;
  /** The path of the entry's page; undefined before it has a title. */
  address?: string | undefined;
  /** The form saves drafts, which may be incomplete. */
  isDraft?: boolean;
  /** Takes a target that was chosen from the list of a link field: a form of one link needs no further step. */
  onLinkChosen?: ((href: string) => void) | undefined;
}

interface FormContextValue extends FormChoices {
  /** Prefix of all ids in this form. */
  id: string;
  /** The errors that are shown now, by JSON Pointer. */
  errors: FieldErrors;
  entryIds: EntryIds;
  /** The form shows one field, without the fields beside it. */
  isPartial: boolean;
  /** Returns the current value of a field. */
  read: (pointer: string) => unknown;
  /** Changes a field. `ids` are the ids of a list's entries, where the list itself changes. */
  change: (pointer: string, value: unknown, ids?: readonly string[]) => void;
  /** Undefined in a form without a history. */
  steps: FormSteps | undefined;
  /** Reports that the focus left a field, so that its error may be shown. */
  leave: (pointer: string) => void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('Fields must be rendered inside a SchemaForm.');
  return context;
}

export interface FieldProps {
  field: FormField;
  value: unknown;
  /** The saved value; undefined when there is none to compare with. */
  base: unknown;
  pointer: string;
  /** Replaces the field's own title, where its group already shows that. */
  label?: string | undefined;
}

export interface ControlProps {
  id: string;
  error: boolean;
  /** Overrides the description that Mantine sets on the input. */
  attributes: { input: { 'aria-describedby': string | undefined; 'aria-required': true | undefined } };
  'data-pointer': string;
  onBlur: () => void;
}

interface FieldFrameProps extends FieldProps {
  counter?: ReactNode;
  note?: ReactNode;
  /** Follows each error. */
  errorNote?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Returns what visitors see instead of a placeholder; undefined for every other value. */
function findPlaceholderNote(field: FormField, value: unknown): string | undefined {
  if (field.input !== 'link')
    return isPlaceholder(value, field) ? 'Placeholder. Visitors do not see it until you replace it.' : undefined;
  return isPlaceholder(toHref(String(value)), field)
    ? 'This is an example address. Visitors see no link until you replace it.'
    : undefined;
}

/** Returns the ids of the parts that a field has; undefined for none. */
function listIds(id: string, parts: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(parts).filter((name) => parts[name]);
  return names.map((name) => `${id}-${name}`).join(' ') || undefined;
}

const shortInputs: ReadonlySet<InputKind> = new Set(['date', 'email', 'number', 'phone', 'select', 'time']);
const maxShortLength = 60;

/** Returns `short` if half of a wide form is enough for the values of a field. Buttons follow a field with variables. */
function getSize({ input, maxLength = Number.POSITIVE_INFINITY, fit, variables }: FormField): 'short' | 'long' {
  const isShortText = input === 'text' && !fit && !variables && maxLength <= maxShortLength;
  return isShortText || shortInputs.has(input) ? 'short' : 'long';
}

/** Label, hint, mark of a change, control, and below it the error, or a note and the counter. */
export function FieldFrame({
  field,
  value,
  base,
  pointer,
  label,
  counter,
  note,
  errorNote,
  children,
}: FieldFrameProps) {
  const form = useForm();
  const toast = useToast();
  const id = form.id + pointer;
  const undo = () => {
    form.change(pointer, base);
    toast({ text: `Undone: ${label ?? field.title}.` });
    // The button is gone.
    document.getElementById(id)?.focus();
  };
  const error = form.errors[pointer];
  const isChanged = base !== undefined && !isEqual(value, base);
  const isRequiredField = isRequired(field) || undefined;
  const placeholderNote = findPlaceholderNote(field, value);
  const placeholder = placeholderNote && (
    <Text span c="var(--mantine-color-accent-light-color)">
      {placeholderNote}
    </Text>
  );
  const proposal = form.proposals?.[pointer];
  const shownNote = placeholder || note;
  const hasFoot = Boolean(error || shownNote || counter);
  const describedBy = listIds(id, { hint: field.description, proposal, foot: hasFoot });

  return (
    <Box miw={0} data-field-size={getSize(field)}>
      {/* As high as the tag, which comes and goes. */}
      <Group
        className={classes.head}
        data-hint={field.description}
        gap="2px 8px"
        align="baseline"
        mih={24}
        mb={field.description ? 0 : 2}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself */}
        <label
          id={`${id}-label`}
          htmlFor={id}
          onClick={() => document.getElementById(id)?.focus()} // the browser only focuses inputs and buttons
          className={classes.label}
          data-required={isRequiredField}
        >
          {label ?? field.title}
        </label>
        <LabelTags proposal={proposal} proposalId={`${id}-proposal`} onUndo={isChanged ? undo : undefined} />
      </Group>
      {field.description && (
        <small className={classes.hint} id={`${id}-hint`}>
          {field.description}
        </small>
      )}
      {children({
        id,
        error: Boolean(error),
        attributes: { input: { 'aria-describedby': describedBy, 'aria-required': isRequiredField } },
        'data-pointer': pointer,
        onBlur: () => form.leave(pointer),
      })}
      {hasFoot && (
        <Group
          component="small"
          gap={12}
          align="flex-start"
          justify="space-between"
          wrap="nowrap"
          mt={4}
          className={classes.foot}
          id={`${id}-foot`}
        >
          {error ? (
            <Text span c="var(--danger)" fz="sm">
              {[error, errorNote].filter(Boolean).join(' ')}
            </Text>
          ) : (
            shownNote
          )}
          {counter && (
            <Text span flex="none" ml="auto">
              {counter}
            </Text>
          )}
        </Group>
      )}
    </Box>
  );
}

interface LabelTagsProps {
  /** Why the value was proposed. */
  proposal: string | undefined;
  proposalId: string;
  /** Returns to the saved value; undefined while the field has it. */
  onUndo: (() => void) | undefined;
}

/** The state of a field, beside its label. */
function LabelTags({ proposal, proposalId, onUndo }: LabelTagsProps) {
  return (
    <>
      {proposal && (
        <span id={proposalId}>
          <Tag tone="info" isLong>
            {proposal}
          </Tag>
        </span>
      )}
      {onUndo && (
        <>
          <Tag tone="warning">changed</Tag>
          <TextButton onClick={onUndo}>Undo this field</TextButton>
        </>
      )}
    </>
  );
}

/** The hint and the error of a list or a group. */
export function GroupNotes({ description, error }: { description: string | undefined; error: string | undefined }) {
  return (
    <>
      {description && (
        <Text mb={8} c="dimmed" fz="xs">
          {description}
        </Text>
      )}
      {error && (
        <Text mb={8} c="var(--danger)" fz="sm">
          {error}
        </Text>
      )}
    </>
  );
}
