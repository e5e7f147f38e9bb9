import { Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ContentItem, GroupedContent, ItemVersion } from '@threadline/schema/content/content-item';
import { contentModel, findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { listLinkTargets } from '@threadline/schema/content/link-targets';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { useId, useRef, useState } from 'react';
import { formatDateTime } from '../../../format/time.ts';
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { useContent } from '../model/content-query.ts';
import { type ContentMutations, useContentMutations } from '../saving/use-content-mutations.ts';
import { DocumentDiff, FieldDiff } from './field-diff.tsx';
import { describeVersion, isSameState, listChanges } from './format-version.ts';
import classes from './history.module.css';
import { useHistory } from './history-query.ts';
import { VersionList } from './version-list.tsx';

/** /admin/content/history: the versions of an item, with their changes. Each can be restored. */
export function HistoryScreen() {
  const { section = '', item = '' } = useSearch({ from: '/signed-in/content/history' });
  const mutations = useContentMutations();
  const query = useHistory({ section, key: item });
  const definition = findDefinition(section, item);
  const [newest] = query.data ?? [];
  const title = definition && newest ? getItemTitle(newest, definition) : 'this item';

  return (
    <Screen title={`History of ${title}`}>
      <HistoryNav definition={definition} isRemoved={newest?.operation === 'delete'} />
      {definition?.list?.hasDrafts && (
        <Text c="dimmed" fz="sm">
          A draft is listed here once you publish it.
        </Text>
      )}
      <Loaded query={query} heading="The history could not be loaded." rows={6}>
        {(versions) =>
          definition && newest ? (
            <Versions definition={definition} versions={versions} mutations={mutations} query={query} />
          ) : (
            <EmptyState action={<Link to="/content">Go to Content Management</Link>}>
              This item does not exist.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface HistoryNavProps {
  definition: ItemDefinition | undefined;
  isRemoved: boolean;
}

/** Leads to the content, or to the article from which the history was opened. */
function HistoryNav({ definition, isRemoved }: HistoryNavProps) {
  const { section, item, from } = useSearch({ from: '/signed-in/content/history' });
  if (from === 'articles')
    return (
      <Breadcrumbs>
        {!isRemoved && (
          <Link to="/content" search={{ section, item, from }}>
            Back to the article
          </Link>
        )}
        <Link to="/articles">Articles</Link>
      </Breadcrumbs>
    );
  return (
    <Breadcrumbs>
      <Link to="/content" search={{ section: definition?.section }}>
        Content Management{definition && `, ${contentModel[definition.section].title}`}
      </Link>
      <Link to="/content/removed">Removed items</Link>
    </Breadcrumbs>
  );
}

/** The same width as in the style sheet: the comparison has no room beside the list. */
const oneColumn = '(max-width: 63.99em)';

interface VersionsProps {
  definition: ItemDefinition;
  versions: readonly ItemVersion[];
  mutations: ContentMutations;
  query: ReturnType<typeof useHistory>;
}

function Versions({ definition, versions, mutations, query }: VersionsProps) {
  const { section = '', item: key = '', from, version } = useSearch({ from: '/signed-in/content/history' });
  const navigate = useNavigate();
  const working = useContent();
  const hasOneColumn = useMedia(oneColumn);
  const columns = useRef<HTMLDivElement>(null);
  useFocusFallback(columns);
  const chosen = Math.max(
    0,
    versions.findIndex(({ id }) => id === version),
  );
  const choose = (id: number | undefined) =>
    navigate({ to: '/content/history', search: { section, item: key, from, version: id }, replace: true });
  // Once the restored version is listed, it is selected.
  const onRestored = () => query.refetch().then(() => choose(undefined));
  const view = (
    <Loaded query={working} heading="The current content could not be loaded." rows={6}>
      {({ content }) => (
        <VersionView
          key={versions[chosen]?.id}
          place={{ section, key }}
          definition={definition}
          versions={versions.slice(chosen)}
          current={content[section]?.[key]}
          links={listAllTargets(content)}
          mutations={mutations}
          onRestored={onRestored}
        />
      )}
    </Loaded>
  );
  return (
    <div className={classes.columns} ref={columns} tabIndex={-1}>
      <VersionList
        definition={definition}
        versions={versions}
        chosen={chosen}
        onChoose={({ id }) => choose(id)}
        detail={hasOneColumn && view}
        query={query}
      />
      {!hasOneColumn && view}
    </div>
  );
}

/** Returns the targets of links, also those that are hidden now. */
function listAllTargets(content: GroupedContent) {
  const items = Object.values(content).flatMap(Object.values<ContentItem>);
  return listLinkTargets(items.map((item) => ({ ...item, metadata: {} })));
}

interface VersionViewProps {
  place: { section: string; key: string };
  definition: ItemDefinition;
  /** The selected version and the older ones. */
  versions: readonly ItemVersion[];
  /** Undefined when the item is removed. */
  current: ContentItem | undefined;
  links: ReturnType<typeof listLinkTargets>;
  mutations: ContentMutations;
  onRestored: () => void;
}

/** The first version cannot be compared with an earlier one. */
function getInitialComparison({ length }: readonly ItemVersion[], current: ContentItem | undefined): 'before' | 'now' {
  return length === 1 && current ? 'now' : 'before';
}

function VersionView({ place, definition, versions, current, links, mutations, onRestored }: VersionViewProps) {
  const [against, setAgainst] = useState(() => getInitialComparison(versions, current));
  const [version, before] = versions;
  if (!version) return null;
  const other = against === 'before' ? before : current;
  const isChange = version.operation !== 'delete' && version.operation !== 'order';
  const changes =
    against === 'now' && current
      ? listChanges(definition, current, version)
      : isChange && before
        ? listChanges(definition, before, version)
        : [];
  const isCurrent = current !== undefined && isSameState(current, version);

  const restore = () => {
    const { hidden: _, unlisted: __, ...old } = version.metadata;
    const { hidden, unlisted } = current?.metadata ?? {};
    // An old version does not change whether the item is visible now.
    const metadata = current ? { ...old, ...(hidden && { hidden }), ...(unlisted && { unlisted }) } : version.metadata;
    mutations.run(
      { kind: 'save', ...place, value: version.value, metadata, version: current?.version, origin: 'restore' },
      { result: `The version of ${formatDateTime(version.at)} is restored.`, onSaved: onRestored },
    );
  };

  return (
    <Stack gap={12} miw={0}>
      <Group gap="8px 12px">
        <Box flex="1 1 220px">
          <h2>
            {version.by ?? 'The system'}, {formatDateTime(version.at)}
          </h2>
          <small>{describeVersion(definition, version, versions.slice(1))}</small>
        </Box>
        {current && (
          <SegmentedControl
            size="xs"
            aria-label="Compare with"
            value={against}
            onChange={(value) => setAgainst(value === 'now' ? 'now' : 'before')}
            className={classes.comparison}
            data={[
              { value: 'before', label: 'Changes in this version' },
              { value: 'now', label: 'Compared with the current version' },
            ]}
          />
        )}
        {isCurrent ? (
          <Tag tone="success">Current version</Tag>
        ) : (
          <RestoreButton current={current} version={version} onClick={restore} />
        )}
      </Group>
      {changes.map((change) => (
        <FieldDiff key={change.pointer} change={change} links={links} />
      ))}
      {changes.length === 0 && (
        <>
          <Text c="dimmed">{other ? 'No differences.' : 'There is no earlier version to compare with.'}</Text>
          <FormattedTexts definition={definition} version={version} />
        </>
      )}
      <small>
        {definition.list?.hasDrafts
          ? 'Each publish creates a version; saving a draft does not.'
          : 'Each save creates a version.'}{' '}
        Restoring one adds it as a new version, so nothing is lost.
      </small>
    </Stack>
  );
}

interface RestoreButtonProps {
  current: ContentItem | undefined;
  version: ItemVersion;
  onClick: () => void;
}

/** Says before the click what visitors see after it. */
function RestoreButton({ current, version, onClick }: RestoreButtonProps) {
  const { hidden: isHidden } = (current ?? version).metadata;
  const status = usePublishStatus();
  const id = useId();
  const effect = status?.pinnedRelease
    ? 'Publishing is paused: visitors see this version when you resume publishing.'
    : status?.review
      ? 'Visitors see this version once it is published.'
      : 'Visitors see this version at once.';
  return (
    <Stack gap={2}>
      <Button
        size="xs"
        aria-describedby={isHidden ? undefined : id}
        onClick={onClick}
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
      >
        Restore this version
      </Button>
      {!isHidden && <small id={id}>{effect}</small>}
    </Stack>
  );
}

/** The formatted texts of a version that has nothing to compare. */
function FormattedTexts({ definition, version }: { definition: ItemDefinition; version: ItemVersion }) {
  const { properties = {} } = getField(definition.schema);
  return Object.entries(Object(version.value)).map(([name, text]) => {
    const field = properties[name];
    return field && isRichText(text) ? (
      <Panel key={name} title={field.title}>
        <Box p="md">
          <DocumentDiff title={field.title} before={text} after={text} variables={field.variables} />
        </Box>
      </Panel>
    ) : null;
  });
}
