import { Box, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { capitalise } from '@threadline/schema/content/item-name';
import type { RestoreChange, RestorePlan, RestoreRequest } from '@threadline/schema/wire/restore';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { quote } from '../../format/quote.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel, WithSidePanel } from '../../ui/panel.tsx';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { RevisionPreview } from '../preview/host/revision-preview.tsx';
import { ChangedFields } from '../publishing/changed-fields.tsx';
import { usePendingItems } from '../publishing/pending-changes.ts';
import { usePublishing } from '../publishing/publish-view.ts';
import { pendingChangesKey } from '../publishing/publishing-events.ts';
import { useRestoreContent } from '../publishing/restore-content.tsx';
import classes from './version-screen.module.css';

/** /admin/releases/version: the site with earlier content, how it differs from now, and its restore. */
export function VersionScreen() {
  const { revision } = useSearch({ from: '/signed-in/releases/version' });
  const query = useQuery({
    // Every save changes the comparison.
    queryKey: [...pendingChangesKey, 'restore', revision],
    queryFn: () => unwrap(api.client.releases.restore[':revision'].$get({ param: { revision: String(revision) } })),
  });
  const title = query.data && `${formatName(query.data)}, ${formatDateTime(query.data.at)}`;
  return (
    <Screen title={title ?? 'Earlier release'}>
      <Breadcrumbs>
        <Link to="/releases">Releases</Link>
      </Breadcrumbs>
      <Loaded query={query} heading="This release could not be loaded.">
        {(plan) => (
          <WithSidePanel panel={<RestoreForm key={plan.revision} plan={plan} />}>
            <RevisionPreview
              revision={plan.revision}
              name={formatName(plan)}
              time={formatDateTime(plan.at)}
              changes={plan.changes}
            />
          </WithSidePanel>
        )}
      </Loaded>
    </Screen>
  );
}

function formatName({ release }: RestorePlan): string {
  return release === null ? 'Earlier content' : `Release ${release}`;
}

const getId = ({ section, key }: Pick<RestoreChange, 'section' | 'key'>) => `${section}.${key}`;

/** The differences between the version and now. The editor selects those that are restored. */
function RestoreForm({ plan }: { plan: RestorePlan }) {
  const { changes, revision, workingRevision, by } = plan;
  const { status } = usePublishing();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const pending = usePendingItems();
  const restore = useRestore(changes, pending);
  const isPending = (change: RestoreChange) => pending.has(getId(change));
  const isSelected = (change: RestoreChange) =>
    !change.problem && (chosen.get(getId(change)) ?? (isSafe(change) && !isPending(change)));
  const selected = changes.filter(isSelected);
  const selectAll = (value: boolean) => setChosen(new Map(changes.map((change) => [getId(change), value])));
  const items = selected.map(({ section, key }) => ({ section, key }));
  const [returning, added] = [changes.filter((each) => !isRemoval(each)), changes.filter(isRemoval)];
  const row = (change: RestoreChange) => (
    <li key={getId(change)}>
      <Checkbox
        label={change.name}
        description={describeChange(change, isPending(change))}
        checked={isSelected(change)}
        disabled={change.problem !== null}
        onChange={(event) => setChosen(new Map(chosen).set(getId(change), event.currentTarget.checked))}
      />
      <ChangedFields item={change} fields={change.fields} isBackwards />
    </li>
  );

  return (
    <Panel title="Differences from the current content" extra={<Tag>{changes.length}</Tag>}>
      <Note>
        Saved by {by ?? 'the system'}. Restoring replaces today’s text (crossed out) with the text of this release
        (underlined). Nothing changes until you press Restore.
      </Note>
      {changes.length > 1 && (
        <Group gap="md" px="md" pb={8} fz="sm">
          <TextButton onClick={() => selectAll(true)}>Select all</TextButton>
          <TextButton onClick={() => selectAll(false)}>Select none</TextButton>
        </Group>
      )}
      <Box mah="56dvh" style={{ overflowY: 'auto' }}>
        {(returning.length > 0 || added.length === 0) && (
          <RecordList items={returning} empty="The content today is the same as in this release.">
            {row}
          </RecordList>
        )}
        {added.length > 0 && (
          <section aria-labelledby="added-since">
            <Box px="md" py={10} className={classes.group}>
              <h3 id="added-since">Added since then</h3>
              <small>These stay. Select those that you want to remove.</small>
            </Box>
            <RecordList items={added}>{row}</RecordList>
          </section>
        )}
      </Box>
      {changes.length > 0 && (
        <Stack gap={10} p="md">
          <ErrorAlert error={restore.error} fallback="The release could not be restored. Try again." />
          <Button
            variant="filled"
            loading={restore.isPending}
            disabled={selected.length === 0}
            onClick={() => restore.mutate({ revision, workingRevision, items })}
          >
            {selected.length === 0 ? 'Select an item to restore' : describeEffect(selected, 'Restore', 'remove')}
          </Button>
          <small>
            You can undo this.
            {status?.review && ' Review mode is on, so visitors see the restored content once you publish.'}
          </small>
        </Stack>
      )}
    </Panel>
  );
}

const isRemoval = ({ operation }: RestoreChange) => operation === 'removed';

/** Returns whether a change is selected at first: it removes nothing, and is no setting. */
const isSafe = (change: RestoreChange) => !isRemoval(change) && !change.isSetting;

/** Returns what a restore does, such as `Restore 5 items, remove 2`. */
export function describeEffect(changes: readonly RestoreChange[], restore: string, remove: string): string {
  const removed = changes.filter(isRemoval).length;
  const restored = changes.length - removed;
  if (removed === 0) return `${restore} ${formatCount(restored, 'item')}`;
  if (restored === 0) return `${capitalise(remove)} ${formatCount(removed, 'item')}`;
  return `${restore} ${formatCount(restored, 'item')}, ${remove} ${removed}`;
}

const operations: Record<RestoreChange['operation'], string> = {
  added: 'Will be added again.',
  restored: 'Removed later. Will be added again.',
  changed: 'Changed since then.',
  moved: 'Moves back to its earlier place.',
  removed: 'Would be removed.',
};

function describeChange({ operation, problem, isSetting }: RestoreChange, isPending: boolean): string {
  if (problem) return problem;
  if (isPending) return 'Has a pending change, which would be lost. Select it only if you do not need that.';
  const text = operations[operation];
  return isSetting ? `${text} This is a setting, so select it only if you want the old one.` : text;
}

/** Restores items, and returns to the releases. */
function useRestore(changes: readonly RestoreChange[], pending: ReadonlySet<string>) {
  const { restore } = useRestoreContent();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (request: RestoreRequest) => {
      const ids = new Set(request.items.map(getId));
      const selected = changes.filter((change) => ids.has(getId(change)));
      const [only] = selected.length === 1 ? selected : [];
      const items = only ? quote(only.name) : formatCount(selected.length, 'item');
      const isRemoved = only && isRemoval(only);
      return restore(request, {
        description: `the restore of ${items}`,
        // Visitors have not seen the pending changes.
        changesSite: !selected.every((change) => pending.has(getId(change))),
        done: `${only ? `${isRemoved ? 'Removed' : 'Restored'} ${items}` : describeEffect(selected, 'Restored', 'removed')}.`,
      });
    },
    onSuccess: () => navigate({ to: '/releases' }),
  });
}
