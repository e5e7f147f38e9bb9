import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { contentModel, type SectionName } from '@threadline/schema/content-model';
import { linkTargets } from '@threadline/schema/link-targets';
import { Fragment, useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../../../ui/messages.ts';
import { EmptyState } from '../../../ui/states.tsx';
import type { FormChoices } from '../editor/form-context.ts';
import { groupsOf, listsOf } from '../model/section-model.ts';
import { unlikelyFigures } from '../model/unlikely-figures.ts';
import { wrongCounts } from '../model/wrong-counts.ts';
import { UnplacedWords } from '../saving/orphaned-drafts.tsx';
import type { Saving } from '../saving/use-content-mutations.ts';
import classes from './content.module.css';
import type { NewEntry } from './content-screen.tsx';
import { ItemGroupView } from './item-group-view.tsx';

export interface SectionViewProps {
  section: SectionName;
  content: GroupedContent;
  saving: Saving;
  adding: NewEntry | undefined;
  onAdd: (entry: NewEntry | undefined) => void;
}

/** All items of one section, grouped as the page groups them. */
export function SectionView(props: SectionViewProps) {
  const { section, content, adding } = props;
  const choices = useMemo<FormChoices>(
    () => ({ links: linkTargets(Object.values(content).flatMap(Object.values<ContentItem>)) }),
    [content],
  );
  const opened = useSearch({ from: '/signed-in/content' });
  const groups = groupsOf(section, content);
  const remarks = useMemo(
    () => [...wrongCounts(section, content), ...unlikelyFigures(section, content)],
    [section, content],
  );
  const isEmpty = groups.every(({ items }) => items.length === 0);
  return (
    <>
      <p className={classes.sectionHint}>{contentModel[section].hint}</p>
      <UnplacedWords {...props} choices={choices} />
      {isEmpty && !adding ? (
        <EmptySection {...props} />
      ) : (
        groups.map((group) => (
          <Fragment key={group.list?.name ?? 'singles'}>
            <ItemGroupView {...props} group={group} choices={choices} opened={opened} />
            {remarks
              .filter(({ list }) => list === group.list?.name)
              .map(({ words, ...place }) => (
                <p key={words} className={`alert ${classes.notice}`} data-tone="waiting" role="status">
                  <span>{words}</span>
                  <Link to="/content" search={{ section: place.section, item: place.key, field: place.field }}>
                    Change it
                  </Link>
                </p>
              ))}
          </Fragment>
        ))
      )}
      <Link to="/content/removed" className={classes.removedLink}>
        Removed items
      </Link>
    </>
  );
}

function EmptySection({ section, onAdd }: SectionViewProps) {
  const lists = listsOf(section);
  const [first] = lists;
  const room = lists.map(({ title, max }) => `${title} (up to ${max})`).join(', ');
  return (
    <EmptyState
      action={
        first && (
          <Button
            variant="filled"
            onClick={() => onAdd({ list: first })}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Add New Content
          </Button>
        )
      }
    >
      <strong>{messages.noContent}</strong>
      {first && (
        <>
          <br />
          {contentModel[section].title} can hold: {room}.
        </>
      )}
    </EmptyState>
  );
}
