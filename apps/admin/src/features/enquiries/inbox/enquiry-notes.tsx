import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import type { Enquiry } from '@threadline/schema/enquiry';
import { type FormEvent, useEffect, useState } from 'react';
import { sentenceOf } from '../../../api/client.ts';
import { initialsOf, momentOf } from '../../../format/time.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import detail from './detail.module.css';
import classes from './enquiries.module.css';
import type { useEnquiryActions } from './enquiries-query.ts';

interface EnquiryNotesProps {
  notes: Enquiry['notes'];
  note: ReturnType<typeof useEnquiryActions>['note'];
}

export function EnquiryNotes({ notes, note }: EnquiryNotesProps) {
  const [text, setText] = useState('');
  const isWritten = text.trim() !== '';
  useEffect(() => {
    setUnsaved('enquiry-note', isWritten ? 'open' : undefined);
    return () => setUnsaved('enquiry-note', undefined);
  }, [isWritten]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWritten) note.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <section className={detail.notes}>
      <h3>Notes of the team, handed out if the sender asks for the own details</h3>
      <ul>
        {notes.map(({ id, by, at, text: words }) => (
          <li key={id}>
            <span className="avatar" aria-hidden="true">
              {initialsOf(by ?? '?')}
            </span>
            <div>
              <strong>{by}</strong> <span className="meta">{momentOf(at)}</span>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <Textarea
          aria-label="Add a note"
          placeholder="Add a note"
          autosize
          minRows={1}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isWritten && (
          <Button type="submit" size="xs" loading={note.isPending}>
            Save the note
          </Button>
        )}
        {note.error && (
          <p className={classes.problem} role="alert">
            {sentenceOf(note.error, 'The note was not stored.')}
          </p>
        )}
      </form>
    </section>
  );
}
