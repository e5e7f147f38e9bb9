import { useComputedColorScheme } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import type { ContentItem } from '@threadline/schema/content-item';
import type { SectionName } from '@threadline/schema/content-model';
import { linkTargets } from '@threadline/schema/link-targets';
import { type PreviewEdit, type PreviewField, previewRequestSchema } from '@threadline/schema/preview';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { useSession } from '../../../session.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { useSteady } from '../../../ui/use-stable-value.ts';
import type { Content } from '../../content/model/content-query.ts';
import type { FromFrame } from '../frame/messages.ts';
import classes from './preview.module.css';
import { type Device, devices, PreviewBar } from './preview-bar.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewNote } from './preview-note.tsx';
import { useDrafts } from './preview-overrides.ts';
import { pageChoices } from './resolve-preview-path.ts';
import { pictureField, useEditField } from './use-edit-field.ts';
import { useLivePreview } from './use-live-preview.ts';
import { usePreviewedPage } from './use-preview-route.ts';

interface PreviewPaneProps {
  /** The one whose tab is chosen. */
  section: SectionName;
  content: Content;
  /** Somebody pressed words on the page: their field is about to get the caret. */
  onEdit: () => void;
}

/** The real page beside the editor, with everything that is typed and not saved. */
export function PreviewPane({ section, content, onEdit }: PreviewPaneProps) {
  // A desk's page would be too small to read on a phone.
  const [device, setDevice] = useState<Device>(useMedia(phone) ? 'phone' : 'desktop');
  // At once: a page that comes light into a dark screen and turns dark then would flash.
  const adminScheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [scheme, setScheme] = useState(adminScheme);
  const [isFound, setFound] = useState(true);
  const { edits: typed, faults, focus, saved } = useDrafts();
  const saving = usePendingSaves();
  const edits = useMemo(() => latestOfEach([...saving, ...typed]), [saving, typed]);
  const isThere = focus !== undefined && (isAmong(edits, focus) || focus.key in (content.content[focus.section] ?? {}));
  const isSignedIn = useSession().state.status === 'signed-in';
  const { path, setPath, sought } = usePreviewedPage({ section, focus, isThere, saved });
  const { preview, trouble } = useLivePreview({ path, edits, content, isSignedIn });
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
