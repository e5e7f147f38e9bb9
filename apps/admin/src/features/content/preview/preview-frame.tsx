import { useElementSize } from '@mantine/hooks';
import type { Preview, PreviewField } from '@threadline/schema/preview';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FromFrame, ToFrame } from '../../../preview-frame/messages.ts';
import classes from './preview.module.css';

interface PreviewFrameProps {
  preview: Preview | undefined;
  /** Width of the device, in CSS pixels. */
  width: number;
  scheme: 'light' | 'dark';
  focus: (PreviewField & { label: string }) | undefined;
  onMessage: (message: FromFrame) => void;
}

/** The page at the width of a device, made smaller until it fits beside the editor. */
export function PreviewFrame({ preview, width, scheme, focus, onMessage }: PreviewFrameProps) {
  const { ref: box, width: boxWidth, height: boxHeight } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const scale = boxWidth === 0 ? 1 : Math.min(1, boxWidth / width);
  const send = useCallback(
    (message: ToFrame) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [],
  );

  const latest = useRef(onMessage);
  latest.current = onMessage;
  useEffect(() => {
    const receive = ({ data, origin, source }: MessageEvent<FromFrame>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.kind === 'ready') setReady(true);
      latest.current(data);
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);

  useEffect(() => {
    if (isReady) send({ kind: 'look', scheme, scale });
  }, [isReady, send, scheme, scale]);
  const shownHtml = useRef<string>(undefined);
  useEffect(() => {
    // Saved words look as they did while they were typed: reading the page again would hold up the save.
    if (!isReady || !preview || preview.html === shownHtml.current) return;
    shownHtml.current = preview.html;
    send({ kind: 'page', path: preview.path, html: preview.html, fields: preview.fields });
  }, [isReady, send, preview]);
  useEffect(() => {
    if (!isReady) return;
    const field = focus && { section: focus.section, key: focus.key, pointer: focus.pointer };
    send({ kind: 'focus', field, label: focus?.label ?? '' });
  }, [isReady, send, focus]);

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
    </div>
  );
}
