import { findDefinition } from '@threadline/schema/content-model';
import { titleOf } from '@threadline/schema/item-name';
import { useState } from 'react';
import { momentOf } from '../../../format/time.ts';
import { useUser } from '../../../session.tsx';
import { Button } from '../../../ui/button.tsx';
import type { FormChoices } from '../editor/form-context.ts';
import { newEntryId } from '../editor/new-entry-editor.tsx';
import classes from '../list/content.module.css';
import type { SectionViewProps } from '../list/section-view.tsx';
import { listsOf } from '../model/section-model.ts';
import { draftIds, dropDraft, type KeptDraft, readDraft } from './drafts.ts';

interface UnplacedWordsProps extends SectionViewProps {
  choices: FormChoices;
}

/**
 * Words that were typed and not saved, and whose card is not in the list: new entries, and entries that somebody removed
 * meanwhile.
 */
export function UnplacedWords({ section, content, saving, adding, onAdd }: UnplacedWordsProps) {
  const userId = useUser()._id;
  const [, setDropped] = useState(0);
  const drop = (id: string) => {
    dropDraft({ userId, id });
    saving.forget(id);
    setDropped((count) => count + 1);
  };
  const found = draftIds(userId).flatMap((id) => {
    const kept = id.startsWith(`${section}.`) ? readDraft({ userId, id }) : undefined;
    return kept ? [{ id, kept }] : [];
  });
  const newEntries = listsOf(section).flatMap((list) => {
    const entry = found.find(({ id }) => id === newEntryId(section, list));
    return entry && adding?.list.name !== list.name ? [{ ...entry, list }] : [];
  });
  const lost = found.flatMap((entry) => {
    const key = entry.id.slice(section.length + 1);
    const definition = findDefinition(section, key);
    const isLost = definition?.list && !content[section]?.[key] && !saving.saving.includes(entry.id);
    return isLost ? [{ ...entry, key, definition }] : [];
  });

  const bringBack = ({ id, key, kept }: { id: string; key: string; kept: KeptDraft }) =>
    saving.run(
      {
        kind: 'save',
        section,
        key,
        value: kept.draft.value,
        metadata: kept.draft.title === '' ? {} : { title: kept.draft.title },
        version: undefined,
      },
      { edit: { draft: kept.draft, base: undefined }, isStored: true, onSaved: () => drop(id) },
    );

  return (
    <>
      {newEntries.map(({ id, kept, list }) => (
        <div className={`alert ${classes.notice}`} data-tone="waiting" key={id}>
          <p>
            <strong>A new {list.itemTitle} was not saved</strong> ({momentOf(kept.at)}).
          </p>
          <Button size="xs" onClick={() => onAdd({ list })}>
            Look at it
          </Button>
        </div>
      ))}
      {lost.map(({ id, key, kept, definition }) => (
        <div className={`alert ${classes.notice}`} data-tone="waiting" key={id}>
          <p>
            <strong>“{titleOf({ value: kept.draft.value, metadata: {} }, definition)}” was removed by somebody</strong>{' '}
            while you were editing it. Your words are still here.
            {saving.failures[id] && ` ${saving.failures[id].problem}`}
          </p>
          <Button size="xs" onClick={() => bringBack({ id, key, kept })}>
            Bring it back with my words
          </Button>
          <Button size="xs" variant="subtle" onClick={() => drop(id)}>
            Drop my words
          </Button>
        </div>
      ))}
    </>
  );
}
