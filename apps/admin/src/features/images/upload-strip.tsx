import { Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Rows } from '../../ui/record-list.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UploadRow } from './upload-area.tsx';
import { clearUnseenCount, isPending, useUploads } from './upload-queue.ts';
import classes from './uploads.module.css';

/** Shows, below every screen, the uploads whose own list is not on the screen. */
export function UploadStrip() {
  const { uploads, visible, unseenCount } = useUploads();
  const toast = useToast();
  const navigate = useNavigate();
  const hidden = uploads.filter(({ target }) => !visible.includes(target));
  const pendingCount = hidden.filter(isPending).length;
  const isDone = unseenCount > 0 && pendingCount === 0;

  useEffect(() => {
    if (!isDone) return;
    const text = `${formatCount(unseenCount, 'image was', 'images were')} uploaded.`;
    toast({ text, action: { label: 'Show', run: () => navigate({ to: '/images' }) } });
    clearUnseenCount();
  }, [isDone, unseenCount, toast, navigate]);

  if (hidden.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Uploads">
      <Group justify="space-between" px="md" py={8}>
        <strong role="status">{describeUploads(pendingCount, hidden.length - pendingCount)}</strong>
        <Link to="/images">All images</Link>
      </Group>
      <Rows>
        {hidden.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </Rows>
    </section>
  );
}

function describeUploads(pending: number, failed: number): string {
  const failure = `${formatCount(failed, 'upload')} failed`;
  if (pending === 0) return failure;
  const progress = `Uploading ${formatCount(pending, 'image')}`;
  return failed === 0 ? `${progress}. You can leave this screen.` : `${progress}, ${failure}.`;
}
