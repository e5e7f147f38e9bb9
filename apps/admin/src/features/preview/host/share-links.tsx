import { Group, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PreviewLink, previewLinkHours } from '@threadline/schema/wire/preview';
import type { PreviewFeedback } from '@threadline/schema/wire/preview-feedback';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { formatCount } from '../../../format/numbers.ts';
import { formatTimestamp } from '../../../format/time.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { FeedbackList } from '../../feedback/feedback-list.tsx';
import { useFeedback } from '../../feedback/feedback-query.ts';
import classes from './preview.module.css';

const linksKey = ['preview-links'];
const durations: Record<keyof typeof previewLinkHours, string> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  month: '30 days',
};

/** Creates and revokes links to the saved working copy. `path` is the page that they open. */
export function ShareLinks({ path }: { path: string }) {
  return (
    <Popover position="bottom-end" width="min(400px, calc(100vw - 24px))" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconLink} label="Share a preview link" />
      </Popover.Target>
      <Popover.Dropdown aria-label="Preview links">
        <SharePanel path={path} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opens the saved page in a tab of its own, by a link that is valid for an hour. */
export function OpenInTab({ path }: { path: string }) {
  const toast = useToast();
  const create = useMutation({
    mutationFn: () => unwrap(api.client.preview.links.$post({ json: { hours: previewLinkHours.hour } })),
  });
  const open = async () => {
    // At once, because browsers block windows that open later than the click.
    const tab = window.open('about:blank');
    try {
      const { path: base } = await create.mutateAsync();
      if (tab) tab.location.href = base + path.slice(1);
    } catch {
      tab?.close();
      toast({ text: 'The page could not be opened. Please try again.' });
    }
  };
  return <IconButton icon={IconExternalLink} label="Open the saved page in a new tab" onClick={open} />;
}

export function SharePanel({ path }: { path: string }) {
  const queryClient = useQueryClient();
  const [life, setLife] = useState<keyof typeof previewLinkHours>('week');
  const links = useQuery({ queryKey: linksKey, queryFn: () => unwrap(api.client.preview.links.$get()) });
  const refresh = () => queryClient.invalidateQueries({ queryKey: linksKey });
  const create = useMutation({
    mutationFn: () => unwrap(api.client.preview.links.$post({ json: { hours: previewLinkHours[life] } })),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => unwrap(api.client.preview.links[':id'].$delete({ param: { id } })),
    onSettled: refresh,
  });
  const address = create.data && location.origin + create.data.path + path.slice(1);
  const error = create.error ?? revoke.error;

  return (
    <Stack gap={10}>
      <h2>Share the preview without an account</h2>
      <small>
        Anyone with the link sees all saved changes, published or not. Unsaved text is not included. They can comment,
        approve, or request changes.
      </small>
      <SegmentedControl
        size="xs"
        fullWidth
        value={life}
        onChange={(value) => setLife(value as keyof typeof previewLinkHours)}
        aria-label="Valid for"
        data={Object.entries(durations).map(([value, label]) => ({ value, label }))}
      />
      <Button size="xs" variant="filled" onClick={() => create.isPending || create.mutate()}>
        Create a link
      </Button>
      {address && (
        <Group gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            readOnly
            aria-label="Preview link"
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton size="xs" text={address}>
            Copy
          </CopyButton>
        </Group>
      )}
      <ErrorAlert error={error} fallback="This did not work. Please try again." />
      <Loaded query={links} what="The links could not be loaded." rows={1}>
        {(made) =>
          made.links.length === 0 ? (
            <small>There are no active links.</small>
          ) : (
            <LinkList links={made.links} onRevoke={(id) => revoke.mutate(id)} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function LinkList({ links, onRevoke }: { links: readonly PreviewLink[]; onRevoke: (id: string) => void }) {
  const feedback = useFeedback().data?.feedback ?? [];
  return (
    <ul className={classes.links} aria-label="Active links">
      {links.map((link) => (
        <LinkRow
          key={link.id}
          link={link}
          feedback={feedback.filter(({ linkId }) => linkId === link.id)}
          onRevoke={() => onRevoke(link.id)}
        />
      ))}
    </ul>
  );
}

interface LinkRowProps {
  link: PreviewLink;
  feedback: readonly PreviewFeedback[];
  onRevoke: () => void;
}

function LinkRow({ link: { createdBy, expiresAt }, feedback, onRevoke }: LinkRowProps) {
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap={8} mih={34}>
        <small>
          Until {formatTimestamp(expiresAt)}, by {createdBy}
        </small>
        <TextButton
          aria-label={`Revoke the link until ${formatTimestamp(expiresAt)}, by ${createdBy}`}
          onClick={onRevoke}
        >
          Revoke
        </TextButton>
      </Group>
      {feedback.length > 0 && (
        <details>
          <summary>{describeFeedback(feedback)}</summary>
          <FeedbackList feedback={feedback} />
        </details>
      )}
    </li>
  );
}

/** `2 comments, approved by Asha` */
function describeFeedback(feedback: readonly PreviewFeedback[]): string {
  const comments = feedback.filter(({ kind }) => kind === 'comment').length;
  const decision = feedback.find(({ kind }) => kind !== 'comment');
  const parts = [
    comments > 0 && formatCount(comments, 'comment'),
    decision && (decision.kind === 'approval' ? `approved by ${decision.name}` : `${decision.name} requests changes`),
  ];
  return parts.filter(Boolean).join(', ');
}
