import type { ItemDefinition } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { useEffect, useRef } from 'react';
import { momentOf } from '../../../format/time.ts';
import { Button } from '../../../ui/button.tsx';
import classes from '../editor/editor.module.css';
import { ValueDiff } from '../editor/picture-diff.tsx';
import { WordDiff } from '../editor/word-diff.tsx';
import { compare } from '../model/compare.ts';
import type { Draft } from '../model/form-model.ts';
import { blankValue, completed, nameInAdmin } from '../model/form-model.ts';
import type { KeptDraft } from './drafts.ts';

interface DraftOfferProps {
  definition: ItemDefinition;
  kept: KeptDraft;
  /** What is saved now; undefined for an entry that does not exist. */
  saved: Draft | undefined;
  onUse: () => void;
  onDrop: () => void;
}

/** Words that were typed and never saved: shown with when and what, and never put back without a press. */
export function DraftOffer({ definition, kept, saved, onUse, onDrop }: DraftOfferProps) {
  const field = fieldOf(definition.schema);
  const before = saved ? completed(field, saved.value) : blankValue(field);
  const changes = compare(field, before, completed(field, kept.draft.value));
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className={classes.editor} aria-label="Text that was not saved" ref={box} tabIndex={-1}>
      <div className={classes.fields}>
        <div className="alert" data-tone="waiting">
          <div>
            <strong>You typed this and did not save it ({momentOf(kept.at)}).</strong>
            <br />
            {saved && kept.version === undefined
              ? 'Compare it with what is saved now.'
              : 'It was kept on this device only. Nothing changes until you put it back and save.'}
          </div>
        </div>
        <dl className={classes.changes}>
          {changes.map(({ pointer, label, ...change }) => (
            <div key={pointer}>
              <dt>{label}</dt>
              <dd>
                <ValueDiff {...change} />
              </dd>
            </div>
          ))}
          {kept.draft.title !== (saved?.title ?? '') && (
            <div>
              <dt>{nameInAdmin.title}</dt>
              <dd>
                <WordDiff before={saved?.title ?? ''} after={kept.draft.title} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      <div className={classes.foot}>
        <Button variant="filled" onClick={onUse}>
          Put it back
        </Button>
        <Button onClick={onDrop}>Drop it</Button>
      </div>
    </section>
  );
}
