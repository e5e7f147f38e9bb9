import { IconArrowRight } from '@tabler/icons-react';
import type { LinkTarget } from '@threadline/schema/content/link-targets';
import { Panel } from '../../../ui/panel.tsx';
import { PictureDiff, WordDiff } from '../editor/value-diff.tsx';
import type { FieldChange } from '../model/compare.ts';
import classes from './history.module.css';

interface FieldDiffProps {
  change: FieldChange;
  links: readonly LinkTarget[];
}

const textInputs = new Set<FieldChange['input']>(['text', 'textarea', 'list', 'email', 'phone']);

/** The change of one field: texts word by word, links with the title of their target, pictures as thumbnails. */
export function FieldDiff({ change, links }: FieldDiffProps) {
  const { label, input, before, after } = change;
  const isText = textInputs.has(input);
  return (
    <Panel
      title={label}
      extra={
        isText && (
          <small>
            {before.length} to {after.length} characters
          </small>
        )
      }
    >
      {isText ? (
        <p className={classes.words}>
          <WordDiff before={before} after={after} />
        </p>
      ) : input === 'media' ? (
        <div className={classes.pictures}>
          <PictureDiff before={before} after={after} size="large" />
        </div>
      ) : (
        <div className={classes.pair}>
          <Side kind="removed" change={change} text={before} links={links} />
          <IconArrowRight size={16} aria-hidden="true" />
          <Side kind="added" change={change} text={after} links={links} />
        </div>
      )}
    </Panel>
  );
}

function Side({ kind, change, text, links }: FieldDiffProps & { kind: 'removed' | 'added'; text: string }) {
  const target = change.input === 'link' ? links.find(({ href }) => href === text) : undefined;
  const label = target ? `${target.label} (${text})` : text;
  return (
    <span className={classes.side}>
      <WordDiff before={kind === 'removed' ? label : ''} after={kind === 'added' ? label : ''} />
    </span>
  );
}
