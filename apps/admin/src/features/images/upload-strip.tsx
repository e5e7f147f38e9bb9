import { Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Rows } from '../../ui/record-list.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UploadRow } from './upload-area.tsx';
import { clearUnseenCount, describeStored, isPending, useUploads } from './upload-queue.ts';
import classes from './uploads.module.css';

/** Shows, below every screen, the uploads whose own list is not on the screen. */
export function UploadStrip() {
  const { uploads, visible, unseenCount, hasVideo } = useUploads();
  const toast = useToast();
  const navigate = useNavigate();
  const hidden = uploads.filter(({ target }) => !visible.includes(target));
  const pending = hidden.filter(isPending);
  const pendingCount = pending.length;
  const isVideoPending = pending.some(({ file }) => file.type.startsWith('video/'));
  const isDone = unseenCount > 0 && pendingCount === 0;

  useEffect(() => {
    if (!isDone) return;
    const text = `${describeStored(unseenCount, hasVideo)}.`;
    toast({ text, action: { label: 'Show', run: () => navigate({ to: '/images' }) } });
    clearUnseenCount();
  }, [isDone, unseenCount, hasVideo, toast, navigate]);

  if (hidden.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Uploads">
      <Group justify="space-between" px="md" py={8}>
        <strong role="status">{describeUploads(pendingCount, hidden.length - pendingCount, isVideoPending)}</strong>
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

function describeUploads(pending: number, failed: number, hasVideo: boolean): string {
  const failure = `${formatCount(failed, 'upload')} failed`;
  if (pending === 0) return failure;
  const progress = `Uploading ${formatCount(pending, hasVideo ? 'file' : 'image')}`;
  return failed === 0 ? `${progress}. You can leave this screen.` : `${progress}, ${failure}.`;
}
