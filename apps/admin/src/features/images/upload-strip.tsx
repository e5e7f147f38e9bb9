import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { UploadLine } from './upload-line.tsx';
import classes from './upload-strip.module.css';
import { clearUnseen, isUnderWay, useUploads } from './uploads.ts';

/** Below every screen: the uploads whose own list is not in view. */
export function UploadStrip() {
  const { rows, shown, unseen } = useUploads();
  const toast = useToast();
  const navigate = useNavigate();
  const hidden = rows.filter(({ place }) => !shown.includes(place));
  const underWay = hidden.filter(isUnderWay);
  const isDone = unseen > 0 && underWay.length === 0;

  useEffect(() => {
    if (!isDone) return;
    const text = unseen === 1 ? '1 image was uploaded.' : `${unseen} images were uploaded.`;
    toast({ text, action: { label: 'Show', run: () => navigate({ to: '/images' }) } });
    clearUnseen();
  }, [isDone, unseen, toast, navigate]);

  if (hidden.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Uploads">
      <div className={classes.head}>
        <p role="status">{stripWords(underWay.length, hidden.length - underWay.length)}</p>
        <Link to="/images">All images</Link>
      </div>
      <ul>
        {hidden.map((row) => (
          <UploadLine key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function stripWords(underWay: number, failed: number): string {
  const going = underWay === 1 ? '1 image is being uploaded' : `${underWay} images are being uploaded`;
  const stopped = failed === 1 ? '1 could not be' : `${failed} could not be`;
  if (underWay === 0) return failed === 1 ? '1 image could not be uploaded' : `${failed} images could not be uploaded`;
  return failed === 0 ? `${going}. You can go on.` : `${going}, ${stopped}.`;
}
