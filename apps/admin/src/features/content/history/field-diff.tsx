import { Box } from '@mantine/core';
import { findLinkTarget, type LinkTarget } from '@threadline/schema/content/link-targets';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { WordDiff } from '../../../ui/word-diff.tsx';
import { BeforeAfter, PictureDiff } from '../editor/value-diff.tsx';
import type { FieldChange } from '../model/compare.ts';

/** With the code of the writer. */
export const DocumentDiff = lazyComponent('DocumentDiff', () => import('../rich-text/document-diff.tsx'), {
  label: 'The comparison of the text',
  fallback: () => <SkeletonRows rows={6} />,
});

interface FieldDiffProps {
  change: FieldChange;
  links: readonly LinkTarget[];
}

const textInputs = new Set<FieldChange['input']>(['text', 'textarea', 'list', 'table', 'email', 'phone', 'time']);

/** The change of one field: formatted texts as visitors see them, others word by word, links with the title of their target, pictures as thumbnails. */
export function FieldDiff({ change, links }: FieldDiffProps) {
  const { label, input, before, after, documents } = change;
  const isText = textInputs.has(input);
  return (
    <Panel title={label}>
      <Box p="md" c="bright">
        {documents ? (
          <DocumentDiff title={label} {...documents} />
        ) : isText ? (
          <WordDiff before={before} after={after} />
        ) : input === 'media' ? (
          <PictureDiff before={before} after={after} size="large" />
        ) : (
          <BeforeAfter>
            <Side kind="removed" change={change} text={before} links={links} />
            <Side kind="added" change={change} text={after} links={links} />
          </BeforeAfter>
        )}
      </Box>
    </Panel>
  );
}

function Side({ kind, change, text, links }: FieldDiffProps & { kind: 'removed' | 'added'; text: string }) {
  const target = change.input === 'link' ? findLinkTarget(links, text) : undefined;
  const label = target ? `${target.label} (${text})` : text;
  return <WordDiff before={kind === 'removed' ? label : ''} after={kind === 'added' ? label : ''} />;
}
