import { SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { SectionName } from '@threadline/schema/content/content-model';
import type { PreviewEdit } from '@threadline/schema/wire/preview';
import type { CSSProperties, ReactNode } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useRootAttribute } from '../../../ui/use-root-attribute.ts';
import type { Content } from '../../content/model/content-query.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import classes from './preview-aside.module.css';
import { PreviewDivider, usePreviewShare } from './preview-divider.tsx';
import { usePreviewOverrides } from './preview-overrides.ts';
import type { GetEntryActions } from './use-page-entries.ts';

const PreviewPane = lazyComponent('PreviewPane', () => import('./preview-pane.tsx'), {
  label: 'The preview',
  fallback: EmptyPane,
});

/** The minimum width for the list and the preview beside each other. */
const sideBySide = '(min-width: 80em)';

export type View = 'edit' | 'preview';

interface PreviewAsideProps {
  section: SectionName;
  content: Content | undefined;
  /** The saves that are on their way. */
  sending: readonly PreviewEdit[];
  /** Returns the actions of an entry; undefined for other items. */
  getEntryActions: GetEntryActions;
  view: View;
  onView: (view: View) => void;
}

/** The live preview, beside the list on wide screens, and instead of it on others and in full view. */
export function PreviewAside({ section, content, sending, view, onView, ...page }: PreviewAsideProps) {
  const isWide = useMedia(sideBySide);
  const [share, setShare] = usePreviewShare();
  const isFull = isWide && view === 'preview';
  useRootAttribute('data-view', view);
  // With the modifier it is not text, so that it also works in a field.
  useHotkeys([['mod+.', () => isWide && onView(isFull ? 'edit' : 'preview')]], [], true);
  const isCovering = usePreviewOverrides((all) => all.isCovering);
  if (!isWide && view === 'edit' && !isCovering) return null;
  return (
    <div className={classes.aside} data-full={isFull || undefined} style={{ '--share': `${share}%` } as CSSProperties}>
      {content ? (
        <PreviewPane
          section={section}
          content={content}
          sending={sending}
          onEdit={() => onView('edit')}
          {...page}
          divider={isWide && !isFull && <PreviewDivider value={share} onChange={setShare} />}
          fullView={isWide ? { isFull, onToggle: () => onView(isFull ? 'edit' : 'preview') } : undefined}
        />
      ) : (
        <EmptyPane />
      )}
    </div>
  );
}

/** The pane until its code and the content have loaded. */
function EmptyPane() {
  return (
    <div className={classes.pane} aria-hidden="true">
      <div className={classes.bar} />
      <PageSkeleton />
    </div>
  );
}

/** Switches between list and preview where there is space for one. */
export function ViewSwitch({ view, onView }: Pick<PreviewAsideProps, 'view' | 'onView'>) {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      className={classes.switch}
      value={view}
      onChange={(value) => onView(value as View)}
      aria-label="Editor or preview"
      data={[
        { value: 'edit', label: 'Edit' },
        { value: 'preview', label: 'Preview' },
      ]}
    />
  );
}

/** The line of the switch above the list. Its `data-view` hides the list. */
export function ViewLine({ view, children }: { view: View; children: ReactNode }) {
  return (
    <div className={classes.line} data-view={view}>
      {children}
    </div>
  );
}
