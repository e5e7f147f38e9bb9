import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Image, ImageUse, ImageUses } from '@threadline/schema/content/image';
import { getErrorMessage } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { imageUsesQuery } from './images-query.ts';

/** The fields that show the image, each with a link to its editor. */
export function WhereUsed({ image }: { image: Image }) {
  const query = useQuery(imageUsesQuery(image));
  return (
    <section aria-labelledby="image-uses">
      <h3 id="image-uses">Where it is used</h3>
      {query.error && (
        <Alert role="alert" actions={<TextButton onClick={() => query.refetch()}>Try again</TextButton>}>
          {getErrorMessage(query.error, 'The places that use this image could not be loaded.')}
        </Alert>
      )}
      {query.data && <UseList {...query.data} />}
    </section>
  );
}

function UseList({ uses, videos }: ImageUses) {
  if (uses.length + videos.length === 0) return <Text c="dimmed">Nowhere. It can be deleted.</Text>;
  return (
    <>
      {videos.map((video) => (
        <Text key={video}>Poster image of {video}</Text>
      ))}
      <ImageUseList uses={uses} />
    </>
  );
}

/** Lists each entry once. Its link leads to its first field that shows the image. */
export function ImageUseList({ uses }: { uses: ImageUse[] }) {
  const entries = Map.groupBy(uses, ({ section, key, name, working, live }) =>
    [section, key, name, working, live].join(' '),
  );
  return (
    <Stack component="ul" gap={4} fz="sm">
      {[...entries].map(([id, [first, ...others]]) => first && <EntryUse key={id} first={first} others={others} />)}
    </Stack>
  );
}

function EntryUse({ first, others }: { first: ImageUse; others: ImageUse[] }) {
  const { section, key, name, pointer, field, working, live, discarded } = first;
  return (
    <Group component="li" gap="2px 6px">
      {working ? (
        <Link to="/content" search={{ section, item: key, field: pointer || undefined }}>
          {name}
        </Link>
      ) : discarded ? (
        <Link to="/content/removed">{name}</Link>
      ) : (
        <span>{name}</span>
      )}
      {others.length > 0 && <Text c="dimmed">{[field, ...others.map((each) => each.field)].join(' · ')}</Text>}
      {!discarded && (
        <Tag tone={live ? 'success' : 'warning'}>
          {live ? (working ? 'live' : 'live until you publish') : 'not published yet'}
        </Tag>
      )}
    </Group>
  );
}
