import { Tabs } from '@mantine/core';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { contentModel, type SectionName, sectionNames } from '@threadline/schema/content/content-model';
import { useUser } from '../../../session.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { useScrollTabIntoView } from '../../../ui/use-scroll-tab-into-view.ts';
import { useLocalTextIds } from '../saving/local-texts.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import { formatEditors, useOtherEditors } from './presence.ts';
import classes from './section-tabs.module.css';

interface SectionTabsProps {
  section: SectionName;
  content: GroupedContent | undefined;
  queue: ContentMutations['queue'];
}

/** A tab for each section with its item count (Spec §2), a mark for unsaved text, and who else edits there. */
export function SectionTabs({ section, content, queue }: SectionTabsProps) {
  const editors = useOtherEditors();
  const list = useScrollTabIntoView(sectionNames.indexOf(section), content !== undefined);
  const queued = Object.keys(queue).filter((id) => queue[id]?.edit || queue[id]?.state !== 'failed');
  const unsaved = [...useLocalTextIds(useUser()._id), ...queued];
  return (
    <Tabs.List className={classes.tabs} aria-label="Sections" ref={list}>
      {sectionNames.map((name) => (
        <Tabs.Tab key={name} value={name} className={classes.tab}>
          {contentModel[name].title} {content && <small>{Object.keys(content[name] ?? {}).length}</small>}
          {unsaved.some((id) => id.startsWith(`${name}.`)) && (
            <span className={`dot ${classes.dot}`} data-tone="warning">
              <span className="visually-hidden"> (unsaved changes)</span>
            </span>
          )}
          <EditorAvatar names={editors.filter((editor) => editor.section === name).map((editor) => editor.name)} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** The initials of one other editor, or how many there are. */
function EditorAvatar({ names }: { names: string[] }) {
  const [first] = names;
  if (!first) return null;
  const label = formatEditors(names, 'here');
  const count = new Set(names).size;
  return (
    <span className={classes.editors} title={label}>
      <Avatar name={first} text={count > 1 ? count : undefined} isSmall />
      <span className="visually-hidden"> ({label})</span>
    </span>
  );
}
