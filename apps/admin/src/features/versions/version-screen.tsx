import { Box, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { RestoreChange, RestorePlan, RestoreRequest } from '@threadline/schema/wire/restore';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
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
import { usePublishing } from '../publishing/publish-view.ts';
import { pendingChangesKey } from '../publishing/publishing-events.ts';
import { useRestoreContent } from '../publishing/restore-content.ts';

/** /admin/releases/version: the site with earlier content, how it differs from now, and its restore. */
export function VersionScreen() {
  const { revision } = useSearch({ from: '/signed-in/releases/version' });
  const query = useQuery({
    // Every save changes the comparison.
    queryKey: [...pendingChangesKey, 'restore', revision],
    queryFn: () => unwrap(api.client.releases.restore[':revision'].$get({ param: { revision: String(revision) } })),
  });
  const at = query.data && formatDateTime(query.data.at);
  return (
    <Screen title={at ? `Release ${revision}, ${at}` : 'Earlier release'}>
      <Breadcrumbs>
        <Link to="/releases">Releases</Link>
      </Breadcrumbs>
      <Loaded query={query} what="This release could not be loaded.">
        {(plan) => (
          <WithSidePanel panel={<RestoreForm key={plan.revision} plan={plan} />}>
            <RevisionPreview revision={plan.revision} time={formatDateTime(plan.at)} changes={plan.changes} />
          </WithSidePanel>
        )}
      </Loaded>
    </Screen>
  );
}

const getId = ({ section, key }: Pick<RestoreChange, 'section' | 'key'>) => `${section}.${key}`;

/** The differences between the version and now. The editor selects those that are restored. */
function RestoreForm({ plan }: { plan: RestorePlan }) {
  const { changes, revision, workingRevision, by } = plan;
  const { status } = usePublishing();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const restore = useRestore(changes);
  const isSelected = (change: RestoreChange) => !change.problem && (chosen.get(getId(change)) ?? !change.isSetting);
  const selected = changes.filter(isSelected);
  const selectAll = (value: boolean) => setChosen(new Map(changes.map((change) => [getId(change), value])));
  const items = selected.map(({ section, key }) => ({ section, key }));

  return (
    <Panel title="Differences from the current content" extra={<Tag>{changes.length}</Tag>}>
      <Note>
        Saved by {by ?? 'the system'}. The site with this content is shown beside the list; nothing changes until you
        restore it.
      </Note>
      {changes.length > 1 && (
        <Group gap="md" px="md" pb={8} fz="sm">
          <TextButton onClick={() => selectAll(true)}>Select all</TextButton>
          <TextButton onClick={() => selectAll(false)}>Select none</TextButton>
        </Group>
      )}
      <Box mah="56dvh" style={{ overflowY: 'auto' }}>
        <RecordList items={changes} empty="The current content is the same as in this release.">
          {(change) => (
            <li key={getId(change)}>
              <Checkbox
                label={change.name}
                description={describeChange(change)}
                checked={isSelected(change)}
                disabled={change.problem !== null}
                onChange={(event) => setChosen(new Map(chosen).set(getId(change), event.currentTarget.checked))}
              />
              <ChangedFields fields={change.fields} />
            </li>
          )}
        </RecordList>
      </Box>
      {changes.length > 0 && (
        <Stack gap={10} p="md">
          <h3>Restore and continue from here</h3>
          <ErrorAlert error={restore.error} fallback="The release could not be restored. Please try again." />
          <Button
            variant="filled"
            loading={restore.isPending}
            disabled={selected.length === 0}
            onClick={() => restore.mutate({ revision, workingRevision, items })}
          >
            {selected.length === 0 ? 'Select an item to restore' : `Restore ${formatCount(selected.length, 'item')}`}
          </Button>
          <small>
            {selected.length === 1 ? '1 item becomes what it was' : `${selected.length} items become what they were`} in
            this release, as a new change that you can undo.
            {status?.review && ' Review mode is on, so visitors see it once you publish it.'}
          </small>
        </Stack>
      )}
    </Panel>
  );
}

const operations: Record<RestoreChange['operation'], string> = {
  added: 'Will be added again.',
  restored: 'Will be added again: it was removed later.',
  changed: 'Changed since. Struck through: now. Underlined: this release.',
  moved: 'Moves back to its earlier place.',
  removed: 'Will be removed: it was added later.',
};

function describeChange({ operation, problem, isSetting }: RestoreChange): string {
  if (problem) return problem;
  const text = operations[operation];
  return isSetting ? `${text} A setting, so it is not selected at first.` : text;
}

/** Returns the name of one item, or how many there are. */
function describeItems(items: RestoreRequest['items'], changes: readonly RestoreChange[]): string {
  const [first] = items;
  const change = changes.find((each) => first && getId(each) === getId(first));
  return items.length === 1 && change ? `“${change.name}”` : formatCount(items.length, 'item');
}

/** Restores items, and returns to the releases. */
function useRestore(changes: readonly RestoreChange[]) {
  const { restore } = useRestoreContent();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (request: RestoreRequest) => {
      const items = describeItems(request.items, changes);
      return restore(request, { description: `the restore of ${items}`, done: `Restored ${items}.` });
    },
    onSuccess: () => navigate({ to: '/releases' }),
  });
}
