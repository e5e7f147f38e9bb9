import { useLocation, useNavigate } from '@tanstack/react-router';
import { findDefinition, type SectionName } from '@threadline/schema/content/content-model';
import { getField, getFieldAt } from '@threadline/schema/content/form-field';
import { capitalise, getItemTitle } from '@threadline/schema/content/item-name';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { quote } from '../../../format/quote.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useConfirmLeaving } from '../../../ui/use-confirm-leaving.ts';
import type { Content } from '../../content/model/content-query.ts';
import { createEntryId } from '../../content/model/entry-ids.ts';
import { blankValue } from '../../content/model/form-model.ts';
import type { EntryActions } from '../../content/model/section-model.ts';
import { getValueAt } from '../../content/model/value-at.ts';
import type { EntryAction, FrameMessage } from '../messages.ts';
import { getEntryIndex, getListPointer, listEntryBars } from './entry-bars.ts';
import { getPreviewedValue, type ItemKey, type PreviewedEditor, usePreviewOverrides } from './preview-overrides.ts';
import { isSameItem, type RequestEditor } from './use-editor-request.ts';

export type GetEntryActions = (item: ItemKey) => EntryActions | undefined;

interface PageEntriesOptions {
  /** The section of the selected tab. */
  section: SectionName;
  content: Content;
  /** The values of the open editors. */
  texts: readonly PreviewEdit[];
  getEntryActions: GetEntryActions;
  requestEditor: RequestEditor;
  /** Shows the forms. */
  onEdit: () => void;
  /** The page covers the list. */
  isCovering: boolean;
}

interface Chosen {
  entry: PreviewField;
  action: EntryAction;
}

/** Returns the entries at the pointer on the page, and carries out their actions. */
export function usePageEntries({ section, content, texts, requestEditor, onEdit, ...options }: PageEntriesOptions) {
  const { getEntryActions, isCovering } = options;
  const toast = useToast();
  const editors = usePreviewOverrides((all) => all.editors);
  const navigate = useNavigate();
  const confirmLeaving = useConfirmLeaving();
  const [fields, setFields] = useState<readonly PreviewField[]>([]);
  const [announcement, setAnnouncement] = useState('');
  /** An action that waits until the form of its item is closed. */
  const [waiting, setWaiting] = useState<Chosen & { id: string }>();
  const openedBy = useLocation({ select: ({ state }) => state.actionId });

  const getItem = ({ section, key }: ItemKey) => content.content[section]?.[key];
  const getValue = (item: ItemKey) => texts.find(isSameItem(item))?.value ?? getItem(item)?.value;

  const runOnItem = async ({ entry, action }: Chosen) => {
    const actions = getEntryActions(entry);
    if (action === 'add') {
      flushSync(onEdit); // a hidden form cannot get the focus
      return actions?.add?.();
    }
    const change = {
      'move-back': actions?.moveUp,
      'move-on': actions?.moveDown,
      hide: actions?.toggleHidden,
      remove: actions?.remove,
    }[action];
    const item = getItem(entry);
    const definition = findDefinition(entry.section, entry.key);
    if (!change || !item || !definition) return;
    const name = getItemTitle(item, definition);
    if (!(await change())) return;
    const text = `${quote(name)} is ${outcomes[action]}.`;
    // The page has no place left from which to show it again.
    if (action === 'hide' && isCovering) toast({ text, action: { label: 'Undo', run: () => showAgain(entry, name) } });
    else setAnnouncement(text);
  };
  const showAgain = useEffectEvent(async (entry: PreviewField, name: string) => {
    if (!getItem(entry)?.metadata.hidden) return;
    if (await getEntryActions(entry)?.toggleHidden?.()) toast({ text: `Undone: hiding ${quote(name)}.` });
  });
  const runWaiting = useEffectEvent(runOnItem);
  const isClosed = waiting !== undefined && waiting.id === openedBy && !editors.some(isSameItem(waiting.entry));
  useEffect(() => {
    if (!waiting || !isClosed) return;
    setWaiting(undefined);
    runWaiting(waiting);
  }, [waiting, isClosed]);

  const onItemAction = async (chosen: Chosen) => {
    const isOpen = editors.some(isSameItem(chosen.entry));
    // The change would replace the open form.
    if (!isOpen || chosen.action === 'add') return runOnItem(chosen);
    if (!(await confirmLeaving())) return;
    const id = createEntryId();
    setWaiting({ ...chosen, id });
    navigate({ to: '/content', search: { section }, state: { actionId: id } });
  };

  const onFieldAction = ({ entry, action }: Chosen) => {
    const value = getPreviewedValue(entry) ?? getItem(entry)?.value;
    const before = JSON.stringify(getValueAt(value, entry.pointer));
    flushSync(onEdit);
    requestEditor(entry, (editor) => {
      // A draft may have been restored meanwhile.
      if (JSON.stringify(editor.read(entry.pointer)) !== before) return;
      setAnnouncement(changeFieldEntry(editor, { entry, action }));
    });
  };

  const listBars = (field: PreviewField) => {
    const item = getItem(field) ?? { value: undefined, metadata: {} };
    return listEntryBars(field, { item, value: getValue(field), actions: getEntryActions(field) });
  };
  return {
    announcement,
    shown: { fields, entries: fields.flatMap(listBars) },
    onMessage(message: FrameMessage) {
      if (message.kind === 'entry') setFields(message.fields);
      if (message.kind !== 'entry-action') return;
      if (message.entry.pointer === '') onItemAction(message);
      else onFieldAction(message);
    },
  };
}

const outcomes = {
  'move-back': 'moved',
  'move-on': 'moved',
  hide: 'hidden from the site',
  remove: 'removed',
} satisfies Partial<Record<EntryAction, string>>;

/** Changes a list in an open form. Returns what has happened. */
function changeFieldEntry(editor: PreviewedEditor, { entry, action }: Chosen): string {
  const definition = findDefinition(entry.section, entry.key);
  const list = getListPointer(entry.pointer);
  const index = getEntryIndex(entry.pointer);
  const entries = editor.read(list);
  if (!definition || !Array.isArray(entries)) return '';
  const form = getField(definition.schema);
  const name = capitalise(getFieldAt(form, list).itemTitle ?? 'entry');
  switch (action) {
    case 'move-back':
    case 'move-on': {
      const to = action === 'move-back' ? index - 1 : index + 1;
      if (to < 0 || to >= entries.length) return '';
      editor.changeList(list, { kind: 'move', from: index, to });
      return `${name} is now number ${to + 1} of ${entries.length}.`;
    }
    case 'add': {
      const value = blankValue(getFieldAt(form, entry.pointer));
      flushSync(() => editor.changeList(list, { kind: 'insert', index: index + 1, value, id: createEntryId() }));
      editor.focus(`${list}/${index + 1}`);
      return `${name} ${index + 2} added.`;
    }
    case 'remove':
      editor.changeList(list, { kind: 'remove', index });
      return `${name} ${index + 1} removed.`;
    case 'hide':
      return '';
  }
}
