import { Link } from '@tanstack/react-router';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getField, getLabelAt } from '@threadline/schema/content/form-field';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { useSyncExternalStore } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import type { Content } from '../../content/model/content-query.ts';
import { listPlaceholders } from '../../content/model/placeholders.ts';
import classes from './preview.module.css';
import type { InvalidField } from './preview-overrides.ts';
import { isSameItem } from './use-editor-request.ts';

interface PreviewNoteProps {
  /** Why the newest state is not shown. */
  error: string | undefined;
  invalid: readonly InvalidField[];
  /** The text that the user types on the page, which shows it even if it is invalid. */
  typed: PreviewField | undefined;
  /** The name of the focused field, if the page does not show it. */
  hiddenField: string | undefined;
  /** Details that this page shows, and visitors do not see. */
  placeholders: readonly string[];
}

/** One line above the page when it differs from the form. */
export function PreviewNote({ error, invalid, typed, hiddenField, placeholders }: PreviewNoteProps) {
  const isFocused = useIsFieldFocused();
  const hidden = hiddenField !== undefined && isFocused && `“${hiddenField}” is not visible on the page itself.`;
  const text = error ?? formatInvalid(invalid, typed);
  // A new entry is empty at first: that is no mistake.
  const isWarning = error !== undefined || invalid.some(({ isFilled, isEmpty }) => !(isFilled && isEmpty));
  if (!text && !hidden) {
    if (placeholders.length === 0) return null;
    return (
      <p className={classes.note}>
        Visitors do not see these placeholders: {placeholders.join(', ')}. Fill them in under{' '}
        <Link to="/content" search={{ section: 'site' }}>
          Site settings
        </Link>
        .
      </p>
    );
  }
  return (
    <p className={classes.note} data-tone={isWarning ? 'warning' : undefined} role="status">
      {text || hidden}
    </p>
  );
}

/** Returns whether a field of a form has the focus. The field that had it last stays outlined. */
function useIsFieldFocused(): boolean {
  return useSyncExternalStore(subscribeToFocus, () => Boolean(document.activeElement?.closest('[data-pointer]')));
}

function subscribeToFocus(onChange: () => void): () => void {
  // Between two fields, the focus is nowhere for a moment.
  const onBlur = ({ relatedTarget }: FocusEvent) => relatedTarget === null && onChange();
  document.addEventListener('focusin', onChange);
  document.addEventListener('focusout', onBlur);
  return () => {
    document.removeEventListener('focusin', onChange);
    document.removeEventListener('focusout', onBlur);
  };
}

/** Returns the details of the firm that are placeholders: the name of each field, or of its list. */
export function listPlaceholderNames({ content }: Pick<Content, 'content'>): string[] {
  const details = listPlaceholders(content).filter(({ section }) => section === 'site');
  const names = details.map(({ section, key, field }) => {
    const [, first = ''] = field.split('/');
    return getFieldLabel({ section, key, pointer: `/${first}` });
  });
  return [...new Set(names)];
}

/**
 * Returns a note on the empty fields, and the errors of the others.
 *
 * @param typed the text that the user types on the page
 */
export function formatInvalid(invalid: readonly InvalidField[], typed?: PreviewField): string {
  // A new entry is empty at first. Its missing fields are named once the editor wants to publish it.
  const hasNames = invalid.some(({ isEmpty, isFilled }) => isEmpty && isFilled);
  const missing = listLabels(invalid.filter(({ isEmpty, isFilled }) => isEmpty && !isFilled));
  const wrong = invalid.filter(({ isEmpty }) => !isEmpty);
  const isTyped = (field: InvalidField) => typed && isSameItem(typed)(field) && typed.pointer === field.pointer;
  return [
    hasNames && 'Empty parts of this page show their names until you fill them in.',
    missing && `Fill in to update the preview: ${missing}.`,
    ...wrong.map(formatError),
    wrong.some((field) => !isTyped(field)) && 'The preview shows the last valid text.',
  ]
    .filter(Boolean)
    .join(' ');
}

function formatError(field: InvalidField): string {
  const label = getFieldLabel(field);
  if (!field.excess) return `${label}: ${field.message}`;
  return `“${label}” is ${formatCount(field.excess, 'character')} too long. Shorten it before you save.`;
}

function listLabels(fields: readonly InvalidField[]): string {
  return [...new Set(fields.map(getFieldLabel))].join('; ');
}

/** Returns the label of a field in its form. */
export function getFieldLabel({ section, key, pointer }: PreviewField): string {
  const definition = findDefinition(section, key);
  return definition ? getLabelAt(getField(definition.schema), pointer) : 'A field';
}
