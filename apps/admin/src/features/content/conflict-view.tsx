import type { ContentItem } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { Button } from '../../ui/button.tsx';
import { momentOf } from '../../ui/time.ts';
import classes from './editor.module.css';
import { changesBetween, completed, fieldOf } from './form-model.ts';
import type { Draft } from './item-editor.tsx';

interface ConflictViewProps {
  definition: ItemDefinition;
  mine: Draft;
  theirs: ContentItem;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onEdit: () => void;
}

/** Two people edited one item: both texts side by side, and nothing happens until one is chosen. */
export function ConflictView({ definition, mine, theirs, onKeepMine, onTakeTheirs, onEdit }: ConflictViewProps) {
  const field = fieldOf(definition.schema);
  const differences = changesBetween(field, completed(field, theirs.value), mine.value);
  const name = theirs.updatedBy ?? 'Somebody';
  return (
    <section className={classes.editor} aria-label="Two people edited this">
      <div className={classes.fields}>
        <div className="alert" data-tone="waiting" role="alert">
          <div>
            <strong>
              {name} saved this ({momentOf(theirs.updatedAt)}) while you were editing it.
            </strong>
            <br />
            Nothing is lost. Choose which text stays; the other one remains in the history.
          </div>
        </div>
        {differences.length === 0 && <p>Both texts are the same.</p>}
        {differences.map(({ pointer, label, text, before }) => (
          <div className={classes.conflict} key={pointer}>
            <h3>{label}</h3>
            <div>
              <h4>Yours</h4>
              <p>{text || <em>empty</em>}</p>
            </div>
            <div>
              <h4>{name}’s, saved</h4>
              <p>{before || <em>empty</em>}</p>
            </div>
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <Button variant="filled" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button variant="subtle" onClick={onEdit}>
          Back to editing
        </Button>
      </div>
    </section>
  );
}
