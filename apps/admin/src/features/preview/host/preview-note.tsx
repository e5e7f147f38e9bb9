import { findDefinition } from '@threadline/schema/content-model';
import { fieldOf, labelAt } from '@threadline/schema/form-field';
import classes from './preview.module.css';
import type { Fault } from './preview-overrides.ts';

interface PreviewNoteProps {
  /** Why the newest state is not shown. */
  trouble: string | undefined;
  faults: readonly Fault[];
  /** The page does not show the focused field. */
  isHidden: boolean;
}

/** One line above the page, when it is not what the form says. */
export function PreviewNote({ trouble, faults, isHidden }: PreviewNoteProps) {
  const words = trouble ?? faultWords(faults);
  if (words) {
    return (
      <p className={classes.note} data-tone="waiting" role="status">
        {words}
      </p>
    );
  }
  return isHidden ? (
    <p className={classes.note} role="status">
      This field is not shown on this page.
    </p>
  ) : null;
}

/** What is still to be written, each field once; else what does not fit. */
export function faultWords(faults: readonly Fault[]): string {
  const missing = new Set(faults.filter(({ isEmpty }) => isEmpty).map(nameOf));
  if (missing.size > 0) return `The preview waits for: ${[...missing].join('; ')}.`;
  const [fault] = faults;
  return fault ? `${nameOf(fault)}: ${fault.detail} The page shows the last text that fits.` : '';
}

function nameOf({ section, key, pointer }: Fault): string {
  const definition = findDefinition(section, key);
  return definition ? labelAt(fieldOf(definition.schema), pointer) : 'A field';
}
