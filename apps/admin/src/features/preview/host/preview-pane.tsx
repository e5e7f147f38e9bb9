import { useMantineColorScheme } from '@mantine/core';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition, type SectionName } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt } from '@threadline/schema/content/form-field';
import { getPublicId } from '@threadline/schema/content/image';
import { getItemTitle, isNamed } from '@threadline/schema/content/item-name';
import { getAddress, listLinkTargets } from '@threadline/schema/content/link-targets';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { type ComponentProps, type ReactNode, useDeferredValue, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../../../session.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import type { Content } from '../../content/model/content-query.ts';
import { perItem } from '../../content/model/per-item.ts';
import type { FrameMessage, TypedText } from '../messages.ts';
import { getEditedValue } from './optimistic-text-patch.ts';
import classes from './preview.module.css';
import { type Device, devices, type FullView, PreviewBar } from './preview-bar.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { getFieldLabel, listPlaceholderNames, PreviewNote } from './preview-note.tsx';
import { type PreviewOverrides, setFocusedField, usePreviewOverrides } from './preview-overrides.ts';
import { isSameItem, useEditorRequest } from './use-editor-request.ts';
import { useLivePreview } from './use-live-preview.ts';
import { type GetEntryActions, usePageEntries } from './use-page-entries.ts';
import { listPages, type PageOption, usePreviewRoute } from './use-preview-route.ts';

interface PreviewPaneProps {
  /** The section of the selected tab. */
  section: SectionName;
  content: Content;
  /** The saves that are on their way, whose old text must not be shown meanwhile. */
  sending: readonly PreviewEdit[];
  /** Called before the field of a clicked text gets the focus. */
  onEdit: () => void;
  /** Returns the actions of an entry; undefined for other items. */
  getEntryActions: GetEntryActions;
  /** The movable edge to the list. */
  divider: ReactNode;
  /** Whether the page takes the whole screen; undefined where it always does. */
  fullView: FullView | undefined;
}

interface PaneWithOverridesProps extends PreviewPaneProps {
  overrides: PreviewOverrides;
}

/** The real page beside the editor, with all text that is not saved yet. */
export function PreviewPane(props: PreviewPaneProps) {
  // A keystroke changes the page at once, and is painted before everything around the page follows it.
  const overrides = useDeferredValue(usePreviewOverrides((all) => all));
  return <PaneWithOverrides {...props} overrides={overrides} />;
}

function PaneWithOverrides({
  section,
  content,
  sending,
  onEdit,
  getEntryActions,
  overrides,
  ...view
}: PaneWithOverridesProps) {
  const { edits: typed, texts, invalid, focus, saved } = overrides;
  const { divider, fullView } = view;
  const [device, setDevice] = useState<Device>(useMedia(phone) ? 'phone' : 'desktop');
  const [chosenScheme, setScheme] = useState<'light' | 'dark'>();
  // Rendered again when the admin's switch changes it.
  useMantineColorScheme({ keepTransitions: true });
  const scheme = chosenScheme ?? readScheme();
  const [isFound, setFound] = useState(true);
  const edits = mergeEdits(sending, typed);
  const isShown =
    focus !== undefined && (edits.some(isSameItem(focus)) || focus.key in (content.content[focus.section] ?? {}));
  const isSignedIn = useSession().state.status === 'signed-in';
  const { path, setPath, scrollTarget } = usePreviewRoute({ section, focus, isShown, saved });
  const { preview, error } = useLivePreview({ path, edits, focus, content, isSignedIn });
  const requestEditor = useEditorRequest();
  const typing = useTyping();
  const isCovering = fullView?.isFull ?? true;
  const parts = { section, content, texts, getEntryActions, requestEditor, onEdit, isCovering };
  const pageEntries = usePageEntries(parts);
  const savedPages = listSavedPages(content);
  const newPages = listNewPages(content, texts);
  // The same array while the user types, so that the list of pages is not rendered again with each key.
  const pages = newPages.length === 0 ? savedPages : [...savedPages, ...newPages];
  if (path !== '/' && error?.gonePath === path) setPath('/');

  const onField = async ({ field: shown, picture, canType }: Extract<FrameMessage, { kind: 'field' }>) => {
    const field = getFormField(shown);
    const pictures = picture === undefined ? [] : listPictureFields(field);
    const typed = pictures.length === 0 && canType && field.pointer === shown.pointer ? field : undefined;
    // A hidden field cannot get the focus. In full view, text is typed without the form.
    if (!typed || !fullView?.isFull) flushSync(onEdit);
    const [first] = pictures;
    if (first) {
      const isClicked = (value: unknown) => picture?.includes(getPublicId(String(value)) ?? ' ');
      return void requestEditor(first, (editor) => {
        const { pointer } = pictures.find((each) => isClicked(editor.read(each.pointer))) ?? first;
        editor.pick(pointer);
      });
    }
    typing.click(typed);
    if (!(await requestEditor(field, (editor) => editor.focus(field.pointer)))) typing.click(undefined);
  };
  const onMessage = (message: FrameMessage) => {
    if (message.kind === 'open') setPath(message.path);
    else if (message.kind === 'found') setFound(message.isVisible);
    else if (message.kind === 'field') onField(message);
    else {
      typing.onMessage(message);
      pageEntries.onMessage(message);
    }
  };

  return (
    <aside className={classes.pane} aria-label="Preview">
      {divider}
      <PreviewBar
        path={path}
        pages={pages}
        device={device}
        scheme={scheme}
        onPath={setPath}
        onDevice={setDevice}
        onScheme={setScheme}
        fullView={fullView}
      />
      <PreviewNote
        error={error?.gonePath ? undefined : error?.message}
        invalid={invalid}
        typed={typing.clicked}
        hiddenField={focus && !isFound && !isColor(focus) ? focus.label || getFieldLabel(focus) : undefined}
        placeholders={listPlaceholderNames(content)}
      />
      <LiveFrame
        preview={preview}
        sending={sending}
        {...devices[device].widths}
        scheme={scheme}
        scrollTarget={scrollTarget}
        clicked={typing.clicked}
        entries={pageEntries.shown}
        onMessage={onMessage}
      />
      <span className="visually-hidden" role="status">
        {pageEntries.announcement}
      </span>
    </aside>
  );
}

interface LiveFrameProps extends Omit<ComponentProps<typeof PreviewFrame>, 'edits' | 'focus' | 'typed'> {
  sending: readonly PreviewEdit[];
  /** The field that is typed on the page. */
  clicked: PreviewField | undefined;
}

/** The page, rendered with each key. */
function LiveFrame({ sending, clicked, ...frame }: LiveFrameProps) {
  const { edits, texts, focus } = usePreviewOverrides((all) => all);
  const typed = clicked && getTypedText(clicked, texts);
  return <PreviewFrame {...frame} edits={mergeEdits(sending, edits)} focus={focus} typed={typed} />;
}

/** Returns the edits of both lists. Of two edits of an item, the second one counts. */
function mergeEdits(sending: readonly PreviewEdit[], typed: readonly PreviewEdit[]): readonly PreviewEdit[] {
  return [...new Map([...sending, ...typed].map((edit) => [`${edit.section}.${edit.key}`, edit])).values()];
}

/**
 * Returns the colour scheme of the admin at once, because a light page would flash in a dark one. Mantine's hook would ask
 * the browser again with each key.
 */
function readScheme(): 'light' | 'dark' {
  return document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';
}

/** Listed once per state of the content, instead of with each key. */
const listSavedPages = perItem(({ content }: Content): PageOption[] =>
  listPages(listLinkTargets(Object.values(content).flatMap(Object.values<ContentItem>))),
);

/** Returns the pages of entries that are being written, with what is typed as their title. */
function listNewPages({ content }: Content, texts: readonly PreviewEdit[]): PageOption[] {
  return texts.flatMap(({ section, key, value }) => {
    const address = getAddress(section, key);
    const definition = findDefinition(section, key);
    if (!definition?.list || !address?.endsWith('/') || content[section]?.[key]) return [];
    const entry = { value, metadata: {} };
    const label = isNamed(entry, definition) ? getItemTitle(entry, definition) : `New ${definition.list.itemTitle}`;
    return { value: address, label };
  });
}

/** Returns the field of the clicked text once the editor of its item is open, and passes on what the user types on the page. */
function useTyping() {
  const editors = usePreviewOverrides((all) => all.editors);
  const [clicked, setClicked] = useState<PreviewField>();
  return {
    clicked: clicked && editors.some(isSameItem(clicked)) ? clicked : undefined,
    click(field: PreviewField | undefined) {
      setClicked(field);
      // Its other places on the page follow, whether or not the form can focus it.
      if (field) setFocusedField({ ...field, label: getFieldLabel(field) });
    },
    onMessage(message: FrameMessage) {
      if (message.kind === 'typing-ended') setClicked(undefined);
      if (message.kind !== 'typed' && message.kind !== 'command') return;
      const target = editors.find(isSameItem(message.field));
      // At once: a save may be the next message.
      if (message.kind === 'typed')
        flushSync(() => target?.change(message.field.pointer, message.text, message.isStep));
      else target?.run(message.command);
    },
  };
}

/** Returns what the page needs to know about a text; undefined if the field is not a plain text. */
function getTypedText(clicked: PreviewField, texts: readonly PreviewEdit[]): TypedText | undefined {
  const { section, key, pointer } = clicked;
  const definition = findDefinition(section, key);
  const value = getEditedValue(clicked, texts);
  if (!definition || typeof value !== 'string') return undefined;
  const { input, maxLength } = getFieldAt(getField(definition.schema), pointer);
  const isText = input === 'text' || input === 'textarea';
  return isText ? { ...{ section, key, pointer, value, maxLength }, label: getFieldLabel(clicked) } : undefined;
}

/** A colour shows everywhere on the page, and has no place of its own. */
function isColor({ section, key, pointer }: PreviewField): boolean {
  const definition = findDefinition(section, key);
  return definition !== undefined && getFieldAt(getField(definition.schema), pointer).input === 'color';
}

/** Returns the field of the form for a text of the page. A formatted text is one field, whatever it contains. */
function getFormField(field: PreviewField): PreviewField {
  const definition = findDefinition(field.section, field.key);
  if (!definition) return field;
  const form = getField(definition.schema);
  const names = field.pointer.split('/');
  const pointers = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const text = pointers.find((pointer) => getFieldAt(form, pointer).input === 'rich-text');
  return { ...field, pointer: text ?? field.pointer };
}

/**
 * Returns the picture fields of the smallest group around a field that has one, because a picture has no tagged text of its
 * own. The pictures of a formatted text are chosen in its editor.
 */
function listPictureFields(field: PreviewField): PreviewField[] {
  const definition = findDefinition(field.section, field.key);
  if (!definition) return [];
  const form = getField(definition.schema);
  if (getFieldAt(form, field.pointer).input === 'rich-text') return [];
  const names = field.pointer.split('/');
  const groups = names.map((_, index) => names.slice(0, names.length - index).join('/'));
  const pointers = groups.map((group) => listMediaPointers(getFieldAt(form, group), group));
  return (pointers.find(({ length }) => length > 0) ?? []).map((pointer) => ({ ...field, pointer }));
}

function listMediaPointers({ input, ownImageUse, properties = {} }: FormField, pointer: string): string[] {
  // No page shows the icon of the site.
  if (input === 'media') return ownImageUse === 'icon' ? [] : [pointer];
  return Object.entries(properties).flatMap(([name, property]) => listMediaPointers(property, `${pointer}/${name}`));
}
