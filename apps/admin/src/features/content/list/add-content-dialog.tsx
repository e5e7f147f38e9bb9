import type { GroupedContent } from '@threadline/schema/content/content-item';
import { contentModel, type SectionName, sectionNames } from '@threadline/schema/content/content-model';
import { capitalise } from '@threadline/schema/content/item-name';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { isFull, listGroups, type NamedList } from '../model/section-model.ts';
import { expandQuery } from '../model/synonyms.ts';
import classes from './add-content-dialog.module.css';

interface AddContentDialogProps {
  /** The open section, whose entries come first. */
  section: SectionName;
  content: GroupedContent;
  onChoose: (list: NamedList, section: SectionName) => void;
  onClose: () => void;
}

/** "Add New Content" (Spec §2): the kinds of entries under the names of their tabs, each with a line about it. */
export function AddContentDialog({ section, content, onChoose, onClose }: AddContentDialogProps) {
  const isPhone = useMedia(phone);
  const [search, setSearch] = useState('');
  const dialog = useRef<HTMLDivElement>(null);
  const groups = findKinds(section, content, search);
  const count = groups.reduce((sum, { kinds }) => sum + kinds.length, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(dialog.current?.querySelectorAll<HTMLElement>('input, button:enabled') ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const [, first] = rows;
    if (step) {
      event.preventDefault(); // keeps the list from scrolling
      rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (search !== '') first?.click();
    }
  };

  return (
    <Dialog opened onClose={onClose} title="Add New Content" size="38rem" fullScreen={isPhone}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the controls inside */}
      <div ref={dialog} className={classes.content} onKeyDown={onKeyDown}>
        <SearchInput
          label="Search kinds of content"
          placeholder="Search, such as article or team"
          value={search}
          onChange={setSearch}
          data-autofocus
        />
        <p className="visually-hidden" role="status">
          {search && `${count} found`}
        </p>
        {count === 0 && <p className={classes.none}>Nothing found.</p>}
        {groups.map(({ title, name, kinds }) => (
          <section key={name} aria-labelledby={`add-${name}`}>
            <h3 id={`add-${name}`} className={classes.title}>
              {title}
            </h3>
            <ul>
              {kinds.map(({ list, isDisabled }) => (
                <li key={list.name}>
                  <button
                    type="button"
                    className={`row-button ${classes.kind}`}
                    disabled={isDisabled}
                    onClick={() => onChoose(list, name)}
                  >
                    <strong>{capitalise(list.itemTitle)}</strong>
                    <small>{isDisabled ? `The site has all ${list.max} already.` : list.summary}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

interface KindGroup {
  name: SectionName;
  title: string;
  kinds: { list: NamedList; isDisabled: boolean }[];
}

/** Returns the kinds with the typed term. Its synonyms count only where no kind has it. */
function findKinds(section: SectionName, content: GroupedContent, search: string): KindGroup[] {
  const [typed = '', ...synonyms] = expandQuery(search);
  const literal = listKinds(section, content, (text) => text.includes(typed));
  if (literal.length > 0) return literal;
  return listKinds(section, content, (text) => synonyms.some((term) => ` ${text}`.includes(` ${term}`)));
}

/** Returns the kinds that match, by section in the order of the tabs; those of the open section come first. */
function listKinds(section: SectionName, content: GroupedContent, matches: (text: string) => boolean): KindGroup[] {
  return [section, ...sectionNames.filter((name) => name !== section)].flatMap((name) => {
    const { title } = contentModel[name];
    const kinds = listGroups(name, content).flatMap((group) => {
      const { list } = group;
      if (!list) return [];
      const text = [title, list.title, list.itemTitle, list.summary].join(' ').toLowerCase();
      return matches(text) ? [{ list, isDisabled: isFull(group) }] : [];
    });
    return kinds.length === 0 ? [] : [{ name, title, kinds }];
  });
}
