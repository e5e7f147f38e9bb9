import { useElementSize, useWindowEvent } from '@mantine/hooks';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EntryBar, type FrameMessage, type HostMessage, isFrom, type TypedText } from '../messages.ts';
import { getFieldMarks } from './field-marks.ts';
import { createTextPatch, getEditedValue } from './optimistic-text-patch.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import classes from './preview.module.css';
import type { FocusedField } from './preview-overrides.ts';
import type { RenderedPreview } from './use-live-preview.ts';
import type { ScrollTarget } from './use-preview-route.ts';

interface PreviewFrameProps {
  preview: RenderedPreview | undefined;
  /** The current edits, which may be newer than the rendered page. */
  edits: readonly PreviewEdit[];
  /** Widths of the device, in CSS pixels. */
  minWidth: number;
  maxWidth: number;
  scheme: 'light' | 'dark';
  focus: FocusedField | undefined;
  scrollTarget: ScrollTarget | undefined;
  /** The clicked text, once it can be typed on the page. */
  typed?: TypedText | undefined;
  /** The fields at the pointer on the page, and the entries that they belong to. */
  entries?: { fields: readonly PreviewField[]; entries: EntryBar[] } | undefined;
  onMessage: (message: FrameMessage) => void;
}

/** The page at the width of a device, scaled down to the space beside the editor. */
export function PreviewFrame({ preview, edits, minWidth, maxWidth, scheme, ...rest }: PreviewFrameProps) {
  const { focus, scrollTarget, typed, entries, onMessage } = rest;
  const { ref: box, width: boxWidth, height: boxHeight } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [isShown, setShown] = useState(false);
  const width = Math.min(maxWidth, Math.max(minWidth, boxWidth));
  const scale = boxWidth === 0 ? 1 : Math.min(1, boxWidth / width);
  const send = useEffectEvent((message: HostMessage) => {
    const target = frame.current?.contentWindow;
    // At once, so that page and form are painted in one frame. Messages that may move the focus follow the form's.
    if (message.kind === 'text' || message.kind === 'page')
      target?.dispatchEvent(new MessageEvent('message', { data: message, source: window, origin: location.origin }));
    else target?.postMessage(message, location.origin);
  });

  useWindowEvent('message', (event: MessageEvent<FrameMessage>) => {
    if (!isFrom(event, frame.current?.contentWindow)) return;
    if (event.data.kind === 'ready') setReady(true);
    else if (event.data.kind === 'shown') setShown(true);
    else if (event.data.kind === 'typed') typedText.current = event.data.text;
    else if (event.data.kind === 'typing-ended') showAgain();
    onMessage(event.data);
  });

  useEffect(() => {
    if (isReady) send({ kind: 'appearance', scheme, scale });
  }, [isReady, scheme, scale]);

  /** The typed text as the page has it. */
  const typedText = useRef<string>(undefined);
  // The page and the edits that the frame shows.
  const shown = useRef<{ html: string | undefined; edits: readonly PreviewEdit[] }>({ html: undefined, edits });
  const showPage = useEffectEvent((page: RenderedPreview) => {
    // After a save the page is the one that was patched while typing: to parse it again would delay the save.
    if (page.html === shown.current.html) return;
    shown.current = { html: page.html, edits };
    const patch = focus && createTextPatch(focus, page.edits, edits);
    send({ kind: 'page', path: page.path, html: page.html, fields: page.fields, patch });
  });
  const showText = useEffectEvent(() => {
    const patch = focus && createTextPatch(focus, shown.current.edits, edits);
    // The next page replaces the patched one, even if it is equal to the page before the patch.
    shown.current = { html: patch ? undefined : shown.current.html, edits };
    if (patch) send({ kind: 'text', patch });
  });
  /** The page may show a text that is not valid, or was discarded. */
  const showAgain = () => {
    shown.current.html = undefined;
    if (preview) showPage(preview);
  };
  useEffect(() => {
    if (isReady && preview) showPage(preview);
  }, [isReady, preview]);
  useEffect(() => {
    if (isReady) showText();
  }, [isReady, focus, edits]);

  useEffect(() => {
    if (isReady && scrollTarget) send({ kind: 'section', ...scrollTarget });
  }, [isReady, scrollTarget]);

  // The frame searches the page for the value that it was rendered with.
  const value = focus && (getEditedValue(focus, preview?.edits ?? []) ?? getEditedValue(focus, edits));
  useEffect(() => {
    if (!isReady) return;
    const field = focus && { section: focus.section, key: focus.key, pointer: focus.pointer };
    const part = focus?.part;
    send({ kind: 'focus', field, part, label: focus?.label ?? '', marks: field && getFieldMarks(field, value) });
  }, [isReady, focus, value]);

  const type = useEffectEvent(() => {
    typedText.current = typed?.value;
    send({ kind: 'type', text: typed });
  });
  const typedKey = typed && [typed.section, typed.key, typed.pointer].join(' ');
  useEffect(() => {
    if (isReady) type();
  }, [isReady, typedKey]);

  const sendEntries = useEffectEvent(() => {
    if (entries) send({ kind: 'entries', ...entries });
  });
  const entriesKey = JSON.stringify(entries);
  useEffect(() => {
    if (isReady && entriesKey) sendEntries();
  }, [isReady, entriesKey]);

  const typedValue = typed?.value;
  useEffect(() => {
    if (typedValue === undefined || typedValue === typedText.current) return;
    typedText.current = typedValue;
    send({ kind: 'typed-value', text: typedValue });
  }, [typedValue]);

  return (
    <div className={classes.stage} ref={box}>
      <iframe
        ref={frame}
        className={classes.frame}
        title="The page with your changes"
        src="/admin/preview-frame.html"
        data-narrow={boxWidth > width * scale + 1 || undefined}
        style={{
          width,
          height: boxHeight / scale,
          marginInlineStart: Math.max(0, (boxWidth - width * scale) / 2),
          transform: `scale(${scale})`,
        }}
      />
      {!isShown && (
        <div className={classes.skeleton}>
          <PageSkeleton />
        </div>
      )}
    </div>
  );
}
