import { useElementSize } from '@mantine/hooks';
import type { PreviewEdit } from '@threadline/schema/preview';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type FromFrame, isFrom, type ToFrame, type TypedWords } from '../frame/messages.ts';
import { getFieldMarks } from './field-marks.ts';
import { typedWords, valueInEdits } from './optimistic-text-patch.ts';
import classes from './preview.module.css';
import type { Focus } from './preview-overrides.ts';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import type { MadePreview } from './use-live-preview.ts';
import type { SoughtSection } from './use-preview-route.ts';

interface PreviewFrameProps {
  preview: MadePreview | undefined;
  /** What is typed by now: it may be more than the page shows. */
  edits: readonly PreviewEdit[];
  /** Width of the device, in CSS pixels. */
  width: number;
  scheme: 'light' | 'dark';
  focus: Focus | undefined;
  sought: SoughtSection | undefined;
  onMessage: (message: FromFrame) => void;
}

/** The page at the width of a device, made smaller until it fits beside the editor. */
export function PreviewFrame({ preview, edits, width, scheme, focus, sought, onMessage }: PreviewFrameProps) {
  const { ref: box, width: boxWidth, height: boxHeight } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [hasShown, setShown] = useState(false);
  const scale = boxWidth === 0 ? 1 : Math.min(1, boxWidth / width);
  const send = useCallback(
    (message: ToFrame) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [],
  );

  const latest = useRef(onMessage);
  latest.current = onMessage;
  useEffect(() => {
    const receive = (event: MessageEvent<FromFrame>) => {
      if (!isFrom(event, frame.current?.contentWindow)) return;
      const { data } = event;
      if (data.kind === 'ready') setReady(true);
      else if (data.kind === 'shown') setShown(true);
      latest.current(data);
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);

  useEffect(() => {
    if (isReady) send({ kind: 'look', scheme, scale });
  }, [isReady, send, scheme, scale]);
  const shownHtml = useRef<string>(undefined);
  const shownEdits = useRef(edits);
  const latestEdits = useRef(edits);
  latestEdits.current = edits;
  const sinceMade = useRef<TypedWords>(undefined);
  sinceMade.current = focus && preview && typedWords(focus, preview.edits, edits);
  useEffect(() => {
    // Saved words look as they did while they were typed: reading the page again would hold up the save.
    if (!isReady || !preview || preview.html === shownHtml.current) return;
    shownHtml.current = preview.html;
    shownEdits.current = latestEdits.current;
    const { path, html, fields } = preview;
    send({ kind: 'page', path, html, fields, typed: sinceMade.current });
  }, [isReady, send, preview]);
  useEffect(() => {
    const words = focus && typedWords(focus, shownEdits.current, edits);
    shownEdits.current = edits;
    if (!isReady || !words) return;
    // Whatever page comes next is read, also one that looks as the last one did before these words.
    shownHtml.current = undefined;
    send({ kind: 'words', typed: words });
  }, [isReady, send, focus, edits]);
  useEffect(() => {
    if (isReady && sought) send({ kind: 'section', ...sought });
  }, [isReady, send, sought]);
  // The page is looked through for the value that it was made from; the newest one comes with the next page.
  const shownValue = focus && (valueInEdits(focus, preview?.edits ?? []) ?? valueInEdits(focus, edits));
  useEffect(() => {
    if (!isReady) return;
    const field = focus && { section: focus.section, key: focus.key, pointer: focus.pointer };
    send({ kind: 'focus', field, label: focus?.label ?? '', marks: field && getFieldMarks(field, shownValue) });
  }, [isReady, send, focus, shownValue]);

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
      {!hasShown && (
        <>
          <p className="visually-hidden" role="status">
            Loading the preview
          </p>
          <PreviewSkeleton />
        </>
      )}
    </div>
  );
}
