import { Group, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { capitalise } from '@threadline/schema/content/item-name';
import { maxLinkNameLength, type PreviewLink, previewLinkHours } from '@threadline/schema/wire/preview';
import type { PreviewFeedback } from '@threadline/schema/wire/preview-feedback';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ShareLink } from '../../ui/share-link.tsx';
import { Loaded } from '../../ui/states.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { FeedbackList } from './feedback-list.tsx';
import { useFeedback } from './feedback-query.ts';
import classes from './share-links.module.css';

const linksKey = ['preview-links'];
const durations: Record<keyof typeof previewLinkHours, string> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  month: '30 days',
};

/** Opens the dialog that creates and revokes links to the saved working copy. `path` is the page that they open. */
export function ShareLinks({ path, ...button }: { path: string } & ComponentProps<typeof Button>) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const close = useConfirmDiscard(isDirty, () => {
    setIsOpen(false);
    setDirty(false);
  });
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      <Dialog opened={isOpen} onClose={close} title="Share a preview" size="30rem" centered>
        <SharePanel path={path} onDirtyChange={setDirty} />
      </Dialog>
    </>
  );
}

interface SharePanelProps {
  path: string;
  onDirtyChange?: (isDirty: boolean) => void;
}

export function SharePanel({ path, onDirtyChange }: SharePanelProps) {
  const queryClient = useQueryClient();
  const [life, setLife] = useState<keyof typeof previewLinkHours>('week');
  const [name, setName] = useState('');
  const changeName = (next: string) => {
    setName(next);
    onDirtyChange?.(next !== '');
  };
  const links = useQuery({ queryKey: linksKey, queryFn: () => unwrap(api.client.preview.links.$get()) });
  const refresh = () => queryClient.invalidateQueries({ queryKey: linksKey });
  const create = useMutation({
    mutationFn: () => unwrap(api.client.preview.links.$post({ json: { hours: previewLinkHours[life], name } })),
    onSuccess: () => {
      changeName('');
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (id: string) => unwrap(api.client.preview.links[':id'].$delete({ param: { id } })),
    onSettled: refresh,
  });
  const error = create.error ?? revoke.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };

  return (
    <Stack gap={16}>
      <p>
        Anyone with the link sees the site with all saved changes, published or not. They can comment, approve or
        request changes without an account.
      </p>
      <form onSubmit={submit}>
        <Stack gap={12}>
          <TextInput
            data-autofocus
            label="For whom? (optional)"
            maxLength={maxLinkNameLength}
            value={name}
            onChange={(event) => changeName(event.currentTarget.value)}
          />
          <Input.Wrapper label="Valid for" labelElement="div">
            <SegmentedControl
              fullWidth
              value={life}
              onChange={(value) => setLife(value as keyof typeof previewLinkHours)}
              aria-label="Valid for"
              data={Object.entries(durations).map(([value, label]) => ({ value, label }))}
            />
          </Input.Wrapper>
          <Button type="submit" variant="filled" loading={create.isPending}>
            Create a link
          </Button>
        </Stack>
      </form>
      {create.data && (
        <NewLink
          key={create.data.path}
          address={location.origin + create.data.path + path.slice(1)}
          name={create.data.link.name}
        />
      )}
      <ErrorAlert error={error} fallback="The preview links could not be changed. Try again." />
      <Loaded query={links} heading="The links could not be loaded." rows={1}>
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

/** The address of a new link. The server stores only a hash of it, so it is never shown again. */
function NewLink({ address, name }: { address: string; name: string }) {
  const field = useRef<HTMLInputElement>(null);
  // The button that made it was disabled meanwhile, which has taken its focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <div>
      <TextInput
        ref={field}
        readOnly
        label="Preview link"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ShareLink link={address} message="Here is a preview of our website:" />
      <small role="status">The link{name && ` for ${name}`} is ready. Copy it now: it is not shown again.</small>
    </div>
  );
}

function LinkList({ links, onRevoke }: { links: readonly PreviewLink[]; onRevoke: (id: string) => void }) {
  const { data, isPending } = useFeedback();
  // At once with its feedback, which would move the buttons.
  if (isPending) return null;
  const feedback = data?.feedback ?? [];
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

function LinkRow({ link: { name, createdBy, expiresAt }, feedback, onRevoke }: LinkRowProps) {
  const until = `until ${formatDateTime(expiresAt)}, by ${createdBy}`;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap={8} mih={34}>
        <span>
          {name && <strong>{name} </strong>}
          <small>{name ? until : capitalise(until)}</small>
        </span>
        <TextButton aria-label={`Switch off the link${name && ` for ${name}`} ${until}`} onClick={onRevoke}>
          Switch off
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
