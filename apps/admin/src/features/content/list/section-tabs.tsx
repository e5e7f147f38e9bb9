import { Tabs } from '@mantine/core';
import { contentModel, type SectionName, sectionNames } from '@threadline/schema/content-model';
import { memo } from 'react';
import { initialsOf } from '../../../format/time.ts';
import { useTabInSight } from '../../../ui/use-tab-in-sight.ts';
import { editingWords, useEditingElsewhere } from './presence.ts';
import classes from './section-tabs.module.css';

interface SectionTabsProps {
  section: SectionName;
  /** Items of each section, in the order of the tabs. */
  counts: readonly number[] | undefined;
  /** The sections with words that are not saved. */
  unsaved: readonly string[];
}

/** Spec §2: a tab for each section, with its item count. */
export const SectionTabs = memo(({ section, counts, unsaved }: SectionTabsProps) => {
  const elsewhere = useEditingElsewhere();
  const list = useTabInSight(sectionNames.indexOf(section), counts !== undefined);
  return (
    <Tabs.List className={classes.tabs} aria-label="Sections" ref={list}>
      {sectionNames.map((name, index) => (
        <Tabs.Tab key={name} value={name} className={classes.tab}>
          {contentModel[name].title} {counts && <small>{counts[index]}</small>}
          {unsaved.includes(name) && (
            <span className={classes.dot}>
              <span className="visually-hidden"> (unsaved text)</span>
            </span>
          )}
          <Others names={elsewhere.filter((other) => other.section === name).map((other) => other.name)} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
});

/** The first one's initials, and how many more. */
function Others({ names }: { names: string[] }) {
  const [first] = names;
  const words = editingWords(names, 'here');
  if (!first) return null;
  return (
    <span className="avatar" data-small title={words}>
      <span aria-hidden="true">{new Set(names).size > 1 ? new Set(names).size : initialsOf(first)}</span>
      <span className="visually-hidden"> ({words})</span>
    </span>
  );
}
