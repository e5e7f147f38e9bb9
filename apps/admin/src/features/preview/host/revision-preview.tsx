import { SegmentedControl, Select, useComputedColorScheme } from '@mantine/core';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { listLinkTargets } from '@threadline/schema/content/link-targets';
import type { PreviewEdit } from '@threadline/schema/wire/preview';
import { useState } from 'react';
import { useSession } from '../../../session.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { type Content, useContent } from '../../content/model/content-query.ts';
import classes from './preview.module.css';
import { devices } from './preview-bar.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { useLivePreview } from './use-live-preview.ts';
import { listPages } from './use-preview-route.ts';

const noEdits: readonly PreviewEdit[] = [];

type Side = 'then' | 'now';

/** The pages of the site with the content of an earlier revision, with those of now, or both beside each other. */
export function RevisionPreview({ revision, label }: { revision: number; label: string }) {
  const { data: content } = useContent();
  const [view, setView] = useState<Side | 'both'>('then');
  const [path, setPath] = useState('/');
  const isPhone = useMedia(phone);
  if (!content) return <SkeletonRows label="Loading the preview" rows={6} />;
  const pages = listPages(listLinkTargets(Object.values(content.content).flatMap(Object.values<ContentItem>)));
  const sides: Side[] = view === 'both' ? ['then', 'now'] : [view];
  return (
    <div className={classes.revision}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={(value) => setView(value as Side | 'both')}
          aria-label="Version in the preview"
          data={[
            { value: 'then', label },
            { value: 'now', label: 'Now' },
            ...(isPhone ? [] : [{ value: 'both', label: 'Side by side' }]),
          ]}
        />
        <Select
          size="xs"
          className={classes.page}
          aria-label="Page in the preview"
          data={pages.some(({ value }) => value === path) ? pages : [...pages, { value: path, label: path }]}
          value={path}
          onChange={(next) => setPath(next ?? '/')}
          allowDeselect={false}
          searchable
        />
      </div>
      <div className={classes.sides}>
        {sides.map((side) => (
          <RevisionSide
            key={side}
            title={side === 'then' ? label : 'Now'}
            revision={side === 'then' ? revision : undefined}
            content={content}
            path={path}
            onPath={setPath}
          />
        ))}
      </div>
    </div>
  );
}

interface RevisionSideProps {
  title: string;
  /** Undefined for the current content. */
  revision: number | undefined;
  content: Content;
  path: string;
  onPath: (path: string) => void;
}

function RevisionSide({ title, revision, content, path, onPath }: RevisionSideProps) {
  const isSignedIn = useSession().state.status === 'signed-in';
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const isPhone = useMedia(phone);
  const { preview, error } = useLivePreview({ path, edits: noEdits, revision, content, isSignedIn });
  const message = error?.gonePath ? 'This version of the site has no such page.' : error?.message;
  return (
    <section className={classes.side} aria-label={`The page: ${title}`}>
      {message && (
        <p className={classes.note} data-tone="warning" role="status">
          {message}
        </p>
      )}
      <PreviewFrame
        preview={preview}
        edits={noEdits}
        {...devices[isPhone ? 'phone' : 'desktop'].widths}
        scheme={scheme}
        focus={undefined}
        scrollTarget={undefined}
        onMessage={(sent) => {
          if (sent.kind === 'open') onPath(sent.path);
        }}
      />
    </section>
  );
}
