import { useComputedColorScheme } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition, type SectionName } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { linkTargets } from '@threadline/schema/link-targets';
import { type PreviewEdit, type PreviewField, previewRequestSchema } from '@threadline/schema/preview';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import type { FromFrame } from '../../../preview-frame/messages.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import type { Content } from '../content-query.ts';
import { type Place, useDrafts } from './draft-store.ts';
import { pageChoices, pageOf } from './page-of.ts';
import classes from './preview.module.css';
import { type Device, devices, PreviewBar } from './preview-bar.tsx';
import { PreviewFrame, type SoughtSection } from './preview-frame.tsx';
import { PreviewNote } from './preview-note.tsx';
import { useLivePreview } from './use-live-preview.ts';

/** A desk's page would be too small to read there. */
const onPhone = '(max-width: 47.99em)';

interface PreviewPaneProps {
  /** The one whose tab is chosen. */
  section: SectionName;
  content: Content;
  /** Somebody pressed words on the page: their field is about to get the caret. */
  onEdit: () => void;
}

/** The real page beside the editor, with everything that is typed and not saved. */
export function PreviewPane({ section, content, onEdit }: PreviewPaneProps) {
  const [device, setDevice] = useState<Device>(() => (window.matchMedia(onPhone).matches ? 'phone' : 'desktop'));
  // At once: a page that comes light into a dark screen and turns dark then would flash.
  const adminScheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [scheme, setScheme] = useState(adminScheme);
  const [isFound, setFound] = useState(true);
  const { edits: typed, faults, focus, saved } = useDrafts();
  const saving = usePendingSaves();
  const edits = useMemo(() => latestOfEach([...saving, ...typed]), [saving, typed]);
  const isThere = focus !== undefined && (isAmong(edits, focus) || focus.key in (content.content[focus.section] ?? {}));
  const { path, setPath, sought } = usePreviewedPage({ section, focus, isThere, saved });
  const { preview, trouble } = useLivePreview({ path, edits, content });
  const editField = useEditField();
  const pages = useSteady(useMemo(() => pageChoices(linkTargets(itemsOf(content))), [content]));

  useEffect(() => {
    if (trouble?.isGone) setPath('/');
  }, [trouble, setPath]);

  const onMessage = (message: FromFrame) => {
    if (message.kind === 'open') setPath(message.path);
    else if (message.kind === 'found') setFound(message.isVisible);
    else if (message.kind === 'field') {
      // At once: a field that is not in sight cannot take the caret.
      flushSync(onEdit);
      editField(message.isPicture ? pictureField(message.field) : message.field);
    }
  };

  return (
    <aside className={classes.pane} aria-label="Preview">
      <PreviewBar
        path={path}
        pages={pages}
        device={device}
        scheme={scheme}
        onPath={setPath}
        onDevice={setDevice}
        onScheme={setScheme}
      />
      <PreviewNote
        trouble={trouble?.isGone ? undefined : trouble?.message}
        faults={faults}
        isHidden={focus !== undefined && !isFound}
      />
      <PreviewFrame
        preview={preview}
        edits={edits}
        width={devices[device].width}
        scheme={scheme}
        focus={focus}
        sought={sought}
        onMessage={onMessage}
      />
    </aside>
  );
}

const saveSchema = z.object({
  change: previewRequestSchema.shape.edits
    .unwrap()
    .element.strip()
    .extend({ kind: z.literal('save') }),
});

/** Saved by a person, but not by the server yet: the page does not go back to the old words meanwhile. */
function usePendingSaves(): PreviewEdit[] {
  const variables = useMutationState({ filters: { status: 'pending' }, select: ({ state }) => state.variables });
  return useMemo(() => variables.flatMap((each) => editOf(saveSchema.safeParse(each).data)), [variables]);
}

function editOf(pending: z.infer<typeof saveSchema> | undefined): PreviewEdit[] {
  if (!pending) return [];
  const { section, key, value } = pending.change;
  return [{ section, key, value }];
}

function latestOfEach(edits: readonly PreviewEdit[]): PreviewEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.section}.${edit.key}`, edit])).values()];
}

function isAmong(edits: readonly PreviewEdit[], { section, key }: PreviewField): boolean {
  return edits.some((edit) => edit.section === section && edit.key === key);
}

function itemsOf({ content }: Content): ContentItem[] {
  return Object.values(content).flatMap(Object.values<ContentItem>);
}

interface PreviewedPlaces {
  section: SectionName;
  focus: PreviewField | undefined;
  isThere: boolean;
  saved: Place | undefined;
}

/**
 * The page in the preview: the one that was chosen, until a field of another one gets the caret, or the tab of a section
 * is chosen that is on another one.
 */
function usePreviewedPage({ section: chosen, focus, isThere, saved }: PreviewedPlaces) {
  const [path, setPath] = useState('/');
  const sought = useSoughtSection(chosen, path);
  const { section, key } = focus ?? {};
  useEffect(() => {
    if (sought) setPath(sought.path);
  }, [sought]);
  const arrived = useRef(saved);
  useEffect(() => {
    // The page that the entry had while it was written is gone; without this the landing page would be shown instead.
    if (saved && saved !== arrived.current) setPath((shown) => pageOf(saved, shown));
    arrived.current = saved;
  }, [saved]);
  useEffect(() => {
    if (section !== undefined && key !== undefined) setPath((shown) => pageOf({ section, key }, shown, isThere));
  }, [section, key, isThere]);
  return { path, setPath, sought };
}

/** New with every choice of a tab; where an item is opened with its section, its field says what is seen. */
function useSoughtSection(section: SectionName, path: string): SoughtSection | undefined {
  const item = useSearch({ from: '/signed-in/content', select: (search) => search.item });
  const [sought, setSought] = useState<SoughtSection>();
  const now = useRef({ item, path });
  now.current = { item, path };
  useEffect(() => {
    const { item, path } = now.current;
    setSought(item === undefined ? { section, path: pageOf({ section, key: '' }, path) } : undefined);
  }, [section]);
  return sought;
}

/** Puts the caret into a field; opens the editor of its item if that is not open. */
function useEditField() {
  const navigate = useNavigate();
  return ({ section, key, pointer }: PreviewField) => {
    const card = document.querySelector(`[data-item="${CSS.escape(`${section}.${key}`)}"]`);
    const control = card?.querySelector<HTMLElement>(`form [data-pointer="${CSS.escape(pointer)}"]`);
    if (control) control.focus();
    else navigate({ to: '/content', search: { section, item: key, field: pointer } });
  };
}

/** A picture carries no words: its item's field for pictures is the one that was meant. */
function pictureField(field: PreviewField): PreviewField {
  const definition = findDefinition(field.section, field.key);
  const media = definition && mediaPointer(fieldOf(definition.schema));
  return media === undefined ? field : { ...field, pointer: media };
}

function mediaPointer(field: ReturnType<typeof fieldOf>, pointer = ''): string | undefined {
  if (field.input === 'media') return pointer;
  for (const [name, property] of Object.entries(field.properties ?? {})) {
    const found = mediaPointer(property, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
