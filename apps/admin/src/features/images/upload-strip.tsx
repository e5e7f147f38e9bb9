import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
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
    const text = unseenCount === 1 ? '1 image was uploaded.' : `${unseenCount} images were uploaded.`;
    toast({ text, action: { label: 'Show', run: () => navigate({ to: '/images' }) } });
    clearUnseenCount();
  }, [isDone, unseenCount, toast, navigate]);

  if (hidden.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Uploads">
      <div className={classes.stripHead}>
        <p role="status">{describeUploads(pendingCount, hidden.length - pendingCount)}</p>
        <Link to="/images">All images</Link>
      </div>
      <ul>
        {hidden.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function describeUploads(pending: number, failed: number): string {
  const failure = failed === 1 ? '1 upload failed' : `${failed} uploads failed`;
  if (pending === 0) return failure;
  const progress = pending === 1 ? 'Uploading 1 image' : `Uploading ${pending} images`;
  return failed === 0 ? `${progress}. You can leave this screen.` : `${progress}, ${failure}.`;
}
