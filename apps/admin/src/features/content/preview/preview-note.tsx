import { findDefinition } from '@threadline/schema/content-model';
import { fieldOf, leavesOf } from '../form-model.ts';
import type { Fault } from './draft-store.ts';
import classes from './preview.module.css';

interface PreviewNoteProps {
  /** Why the newest state is not shown. */
  trouble: string | undefined;
  faults: readonly Fault[];
  /** The field with the caret shows no words on this page. */
  isHidden: boolean;
}

/** One line above the page, when it is not what the form says. */
export function PreviewNote({ trouble, faults, isHidden }: PreviewNoteProps) {
  const [fault] = faults;
  const words = trouble ?? (fault && `${nameOf(fault)}: ${fault.detail} The page shows the last text that fits.`);
  if (words) {
    return (
      <p className={classes.note} data-tone="waiting" role="status">
        {words}
      </p>
    );
  }
  return isHidden ? (
    <p className={classes.note} role="status">
      This field is not in sight on this page.
    </p>
  ) : null;
}

function nameOf({ section, key, pointer }: Fault): string {
  const definition = findDefinition(section, key);
  if (!definition) return 'A field';
  const field = fieldOf(definition.schema);
  const leaf = leavesOf(field, {}).find((each) => each.pointer === pointer);
  return leaf?.label || field.title;
}
