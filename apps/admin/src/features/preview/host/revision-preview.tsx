import { SegmentedControl, Select, useComputedColorScheme } from '@mantine/core';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { listLinkTargets } from '@threadline/schema/content/link-targets';
import type { PreviewEdit } from '@threadline/schema/wire/preview';
import type { RestoreChange } from '@threadline/schema/wire/restore';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { useSession } from '../../../session.tsx';
import { Button } from '../../../ui/button.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { type Content, useContent } from '../../content/model/content-query.ts';
import { usePublishing } from '../../publishing/publish-view.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import classes from './preview.module.css';
import { devices } from './preview-bar.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import type { FocusedField } from './preview-overrides.ts';
import { useLivePreview } from './use-live-preview.ts';
import { getPreviewPath, listPages } from './use-preview-route.ts';

const noEdits: readonly PreviewEdit[] = [];

type Side = 'then' | 'now';

interface RevisionPreviewProps {
  revision: number;
  /** `Release 12` */
  name: string;
  /** `21 Nov 2026, 14:03 IST` */
  time: string;
  /** How it differs from now. */
  changes: readonly RestoreChange[];
}

/**
 * The pages of the site with the content of an earlier revision, with those of now, or both beside each other at one of
 * their differences.
 */
export function RevisionPreview({ revision, name, time, changes }: RevisionPreviewProps) {
  const { data: content } = useContent();
  const { status } = usePublishing();
  const [view, setView] = useState<Side | 'both'>('then');
  const [path, setPath] = useState('/');
  const [difference, setDifference] = useState<number>();
  const isPhone = useMedia(phone);
  if (!content)
    return (
      <div className={classes.revision}>
        <PageSkeleton />
      </div>
    );
  const pages = listPages(listLinkTargets(Object.values(content.content).flatMap(Object.values<ContentItem>)));
  const sides: Side[] = view === 'both' ? ['then', 'now'] : [view];
  const titleOfNow = status?.review ? 'Current content' : 'Now on the site';
  // Pages do not show settings. In the list, entries that were added since then come last.
  const isAddition = ({ operation }: RestoreChange) => Number(operation === 'removed');
  const differences = changes
    .filter(({ isSetting }) => !isSetting)
    .toSorted((one, other) => isAddition(one) - isAddition(other));
  const shown = difference === undefined ? undefined : differences[difference];
  const showDifference = (index: number) => {
    const next = differences[index];
    if (!next) return;
    setDifference(index);
    setPath(getPreviewPath(next, path));
  };
  return (
    <div className={classes.revision}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={(value) => {
            setView(value as Side | 'both');
            if (value === 'both' && difference === undefined) showDifference(0);
          }}
          aria-label="Version in the preview"
          data={[
            { value: 'then', label: name },
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
        {differences.length > 0 && (
          <>
            <span className={classes.difference} role="status">
              {shown &&
                `${differences.indexOf(shown) + 1} of ${formatCount(differences.length, 'difference')}: ${shown.name}`}
            </span>
            {(!shown || differences.length > 1) && (
              <Button
                size="xs"
                onClick={() => showDifference(difference === undefined ? 0 : (difference + 1) % differences.length)}
              >
                {shown ? 'Next difference' : 'Show the first difference'}
              </Button>
            )}
          </>
        )}
      </div>
      <div className={classes.sides}>
        {sides.map((side) => (
          <RevisionSide
            key={side}
            title={side === 'then' ? `${name}, ${time}` : titleOfNow}
            hasCaption={view === 'both'}
            revision={side === 'then' ? revision : undefined}
            content={content}
            path={path}
            change={shown}
            onPath={setPath}
          />
        ))}
      </div>
    </div>
  );
}

interface RevisionSideProps {
  title: string;
  hasCaption: boolean;
  /** Undefined for the current content. */
  revision: number | undefined;
  content: Content;
  path: string;
  /** The difference that is shown. */
  change: RestoreChange | undefined;
  onPath: (path: string) => void;
}

function RevisionSide({ title, hasCaption, revision, content, path, change, onPath }: RevisionSideProps) {
  const isSignedIn = useSession().state.status === 'signed-in';
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const isPhone = useMedia(phone);
  const { preview, error } = useLivePreview({ path, edits: noEdits, revision, content, isSignedIn });
  const message = error?.gonePath ? 'This version of the site has no such page.' : error?.message;
  return (
    <section className={classes.side} aria-label={`The page: ${title}`}>
      {hasCaption && <p className={classes.caption}>{title}</p>}
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
        focus={change && toField(change)}
        scrollTarget={undefined}
        onMessage={(sent) => {
          if (sent.kind === 'open') onPath(sent.path);
        }}
      />
    </section>
  );
}

/** Returns the first field that differs. An entry that is not on the page is shown by its neighbour. */
function toField({ section, key, name, fields }: RestoreChange): FocusedField {
  return { section, key, pointer: fields[0]?.pointer ?? '', label: name };
}
