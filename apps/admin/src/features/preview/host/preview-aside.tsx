import { SegmentedControl } from '@mantine/core';
import type { SectionName } from '@threadline/schema/content-model';
import { memo, type ReactNode, useCallback } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import type { Content } from '../../content/model/content-query.ts';
import classes from './preview-aside.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';

const PreviewPane = lazyComponent('PreviewPane', () => import('./preview-pane.tsx'), {
  label: 'The preview',
  fallback: PreviewOnItsWay,
});

/** From here on list and preview stand side by side. */
const sideBySide = '(min-width: 80em)';

export type View = 'edit' | 'preview';

interface PreviewAsideProps {
  section: SectionName;
  content: Content | undefined;
  view: View;
  onView: (view: View) => void;
}

/** The live preview: beside the list on wide screens, in its place on others. */
export const PreviewAside = memo(({ section, content, view, onView }: PreviewAsideProps) => {
  const isBeside = useMedia(sideBySide);
  const onEdit = useCallback(() => onView('edit'), [onView]);
  if (!isBeside && view === 'edit') return null;
  return (
    <div className={classes.aside}>
      {content ? <PreviewPane section={section} content={content} onEdit={onEdit} /> : <PreviewOnItsWay />}
    </div>
  );
});

/** The pane before its code or the content is there. */
function PreviewOnItsWay() {
  return (
    <div className={classes.pane}>
      <PreviewSkeleton />
    </div>
  );
}

/** Which of both is seen where there is room for one. */
export const ViewSwitch = memo(({ view, onView }: Pick<PreviewAsideProps, 'view' | 'onView'>) => (
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
));

/** The line of the switch above the list; it also makes room for the preview, wherever the switch stands. */
export function ViewLine({ view, children }: { view: View; children: ReactNode }) {
  return (
    <div className={classes.line} data-view={view}>
      {children}
    </div>
  );
}
